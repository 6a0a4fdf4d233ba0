"""Weights of the planning bots (see evaluate.py), in turns unless they are chances or factors.

All were found together: from a guess, one to three weights at a time were moved at random, and the move kept if
`counter` with it beat `counter` without it, two of each at a table, in paired deals (2500 to 3000 deals in all six
arrangements, confirmed on three times as many others). Each line says what the weight does and hence what a better
value has to balance.
"""

# Turns that the weakest group of 1, 2, ... 6 cards needs: one each, a little less for the larger ones.
COST_OF_GROUP = (1.309, 1.3, 0.844, 0.967, 1.026, 1.026)
# How much less the strongest group of 1, 2, ... 6 cards costs: it wins its trick, and with it a free turn.
GAIN_OF_STRENGTH = (1.272, 1.289, 0.9, 1.201, 0.71, 0.71)
CURVE = 1.606  # Exponent of the strength: above 1, middling groups are nearer to the weakest than to the strongest.
SHADOW_GAIN = 0.051  # How much less a group with a Shadow costs.
RAINBOW_GAIN = 0.071  # How much less a group with a Rainbow costs.
DOUBLE_GAIN = 0.677  # How much less a group with both costs: a sure trick (KG-026).
LEAD = 0.527  # Turns that the lead is worth.
LEAD_LATE = 0.543  # The same, to be divided by the groups left.
LEAD_PRESSED = 0.32  # The same, to be divided by the cards of an opponent who is nearly out.
COVERING = 1.385  # Willingness to cover: weighs the expected number of groups that could.
OUT_COVERS = 1.29  # More willingness of an opponent who would go out by covering.
CUTTING = 0.361  # Willingness to cut, for each Infini or Num-X in other hands.
NUMX_CUTS = 0.108  # Chance that the Num-X in another hand cuts an Infini.
INFINI_KEPT = 0.9  # Turns that an Infini in the hand saves.
NUMX_KEPT = 1.828  # Turns that a Num-X in the hand saves.
INFINI_CROWD = 0.28  # Turns lost to Infinis and Num-X: their number squared, for each group they can precede.
JOKER_COST = -0.398  # Turns that a Joker in the hand costs (negative: saves, it enlarges groups).
JOKER_LATE = 0.922  # The same, to be divided by the groups left to carry it (KG-040).
STUCK_COST = 3.796  # Turns that a hand of specials alone costs (KG-044).
FINISHING = 1.0  # Worth of going out without losing the lead again, times its chance.
PASS_TRUST = 0.621  # How far a pass just made means that the player cannot cover (it may be voluntary, KG-015).
PASS_FADES = 0.597  # How fast that fades with each play since.
PASS_GAIN = 0.007  # Gain of a pass.
PASS_GAIN_OPEN = 0.009  # The same, more while others are still asked: the turn comes back (KG-016).
PASS_GAIN_EARLY = 0.0  # The same, for each group still held.
