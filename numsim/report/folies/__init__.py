"""The designer's report on NUM FOLIES."""
