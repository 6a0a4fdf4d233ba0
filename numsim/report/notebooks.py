"""Execute notebooks and keep the executed copies: python -m numsim.report.notebooks NOTEBOOKS_FOLDER OUT_FOLDER."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path


def execute(notebook: Path, out: Path) -> Path:
    """Run a notebook from top to bottom in a temporary folder and write it, with outputs, to `out` as HTML.

    Raises nbclient's CellExecutionError, which shows the failing cell.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter

    content = nbformat.read(notebook, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(content, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{notebook.stem}-notebook.html"
    html, _ = HTMLExporter().from_notebook_node(content)
    path.write_text(html, encoding="utf-8")
    return path


def main(folder: str, out: str) -> None:
    """Execute every notebook of a folder."""
    for notebook in sorted(Path(folder).glob("*.ipynb")):
        print(execute(notebook, Path(out)))


if __name__ == "__main__":
    main(*sys.argv[1:])
