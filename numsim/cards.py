"""Card codes shared by the games (plain Python).

A classic card has code 6 * value + family, families in the order R B Y G S W (the order in which baseline policies
prefer them), values 0..16: codes 0..101. Specials follow, eight codes a kind, so that any knob fits: Joker 102..109,
Infini 110..117, Num-X 118..125; then the action cards of NUM-SPEED: Simple 126..133, Double 134..141, Twister
142..149, Block 150..157, Bombe-X 158..165. `NO_CARD` marks an empty place.
"""

FAMILIES = "RBYGSW"
SHADOW = 4
RAINBOW = 5
VALUES = 17
CLASSIC = 6 * VALUES
COPIES = 8
"""Most copies of one special kind that a knob may ask for."""
JOKER = CLASSIC
INFINI = JOKER + COPIES
NUMX = INFINI + COPIES
CARDS = NUMX + COPIES
"""Codes without the action cards."""
SIMPLE, DOUBLE, TWISTER, BLOCK, BOMBE = range(CARDS, CARDS + 5 * COPIES, COPIES)
ALL_CARDS = BOMBE + COPIES
NO_CARD = 255

FAMILY_NAMES = {"R": "Red", "B": "Blue", "Y": "Yellow", "G": "Green", "S": "Shadow", "W": "Rainbow"}
SPECIAL_TEXTS = ("JK", "INF", "NX")
ALL_TEXTS = (*SPECIAL_TEXTS, "A1", "A2", "TW", "BL", "BX")
"""Special and action cards, in the order of their codes."""


def card_text(code: int) -> str:
    """Text of a card code, e.g. 47 -> "7W"; copies of a special share one text. ValueError for other codes."""
    if 0 <= code < CLASSIC:
        return f"{code // 6}{FAMILIES[code % 6]}"
    if CLASSIC <= code < ALL_CARDS:
        return ALL_TEXTS[(code - CLASSIC) // COPIES]
    raise ValueError(f"{code} is no card code (0..{ALL_CARDS - 1})")


def card_code(text: str, others: tuple[str, ...] = SPECIAL_TEXTS) -> int:
    """Code of a card text; of a card in `others` its first copy. ValueError names the text and what is allowed."""
    if text in others:
        return CLASSIC + COPIES * ALL_TEXTS.index(text)
    value, family = text[:-1], text[-1:]
    if family and family in FAMILIES and value.isdecimal() and str(int(value)) == value and int(value) < VALUES:
        return 6 * int(value) + FAMILIES.index(family)
    names = f"0..16 followed by one of {' '.join(FAMILIES)}, or {', '.join(others)}"
    raise ValueError(f'"{text}" is no card; cards are {names}')
