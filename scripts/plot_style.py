"""How the drawings in scripts/plots look, and how they are written."""

import os

import matplotlib

from failure import fail

matplotlib.use("svg")

PLOTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plots")
INK = "#24292f"
FAINT_INK = "#57606a"
STYLE = {
    # Text stays text; the output is reproducible.
    "svg.fonttype": "none",
    "svg.hashsalt": "ox88",
    "font.family": "sans-serif",
    # Text is measured in the last font; the others are narrower.
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": FAINT_INK,
    "ytick.color": INK,
}


def save(figure, path):
    """Writes an SVG file with a white background, for dark pages; ends the program if it cannot."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None})
    except OSError as error:
        fail(f"{path}: {error.strerror}")
