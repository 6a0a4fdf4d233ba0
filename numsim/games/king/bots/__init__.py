"""The bots of NUM KING; `decide` is the one place that maps a bot id to its policy."""
