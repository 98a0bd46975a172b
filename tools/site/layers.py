"""The picture of the house on the site: the layers of its flow chart as rows of boxes, without a script that draws."""

from __future__ import annotations

import re

_CHART = re.compile(r"```mermaid\n(.*?)```", re.DOTALL)


def drawn(markdown: str) -> str:
    """The page with its flow chart as rows; what each box uses stands in its title."""
    return _CHART.sub(lambda chart: _rows(chart[1]), markdown)


def _rows(chart: str) -> str:
    uses: dict[str, list[str]] = {}
    for one, other in re.findall(r"(\w+) --> (\w+)", chart):
        uses.setdefault(one, []).append(other)
    layers = [
        re.findall(r"^\s+(?!direction|subgraph|end)(\w+)$", part, re.MULTILINE)
        for part in chart.split("subgraph")[1:]
    ]
    beside = sorted(
        {name for names in uses.values() for name in names} - {name for layer in layers for name in layer}
    )
    rows = "".join(_row(layer, uses) for layer in layers)
    aside = f'<div class="aside">{_row(beside, uses)}</div>' if beside else ""
    return f'<div class="layers"><div>{rows}</div>{aside}</div>'


def _row(names: list[str], uses: dict[str, list[str]]) -> str:
    boxes = (f'<span class="box">{name}<small>{_below(uses.get(name, ()))}</small></span>' for name in names)
    return f'<div class="layer">{"".join(boxes)}</div>'


def _below(names: list[str] | tuple[str, ...]) -> str:
    return f"↓ {', '.join(names)}" if names else ""
