"""How the drawings in scripts/plots look, and how they are written."""

import matplotlib

matplotlib.use("svg")

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
    """White background, for dark pages."""
    figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None})
