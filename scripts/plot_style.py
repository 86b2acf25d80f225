"""The style of the drawings in scripts/plots, and the function that writes them."""

import os

import matplotlib

from failure import fail
from places import ROOT

matplotlib.use("svg")

PLOTS = os.path.join(ROOT, "scripts", "plots")
INK = "#24292f"
FAINT_INK = "#57606a"
STYLE = {
    # Text stays text, and the same drawing gives the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "ox88",
    "font.family": "sans-serif",
    # Matplotlib measures text in the last font; the others are narrower.
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": FAINT_INK,
    "ytick.color": INK,
}


def save(figure, path):
    """Writes an SVG file with a white background, also for dark pages; ends the script if it cannot."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None})
    except OSError as error:
        fail(f"{path}: {error.strerror}")
