"""How the drawings in scripts/plots look, and how they are written."""

import matplotlib

matplotlib.use("svg")

INK = "#24292f"
FAINT_INK = "#57606a"
STYLE = {
    # Text stays text, in the reader's own font; the same numbers give the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "ox88",
    "font.family": "sans-serif",
    # A font that a viewer has instead of the last, with which the room is
    # measured, is narrower.
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": FAINT_INK,
    "ytick.color": INK,
}


def save(figure, path):
    """Writes a figure on white paper, for pages that are dark."""
    figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None})
