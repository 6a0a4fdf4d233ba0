"""Questions about NUM KING."""
