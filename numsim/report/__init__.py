"""Reports for designers: tables, figures and sentences from the tables of runs."""
