"""Questions about NUM-SPEED."""
