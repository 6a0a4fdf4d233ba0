"""The policies of NUM-SPEED."""
