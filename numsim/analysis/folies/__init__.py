"""Questions about NUM FOLIES."""
