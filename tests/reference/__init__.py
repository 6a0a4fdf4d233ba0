"""Independent referees: the written rules in plain Python, one file per game."""
