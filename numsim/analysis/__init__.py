"""Questions about runs, one a file: tables in, small Polars frames and dataclasses out. No kernel is imported here."""
