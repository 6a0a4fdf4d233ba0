"""The report of NUM KING: one file per group of questions (docs/games/king.md, balance questions)."""
