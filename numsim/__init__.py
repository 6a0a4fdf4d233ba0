"""numsim: a Monte Carlo balance laboratory for the NUM card games."""

__version__ = "0.1.0"
