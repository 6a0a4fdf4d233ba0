"""The designer's report on NUM-SPEED."""
