"""Every rule number of Paohuzi that the code cites stands in the project's rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules" / "paohuzi.md").read_text("utf-8")
CITED = sorted(
    {
        number
        for path in (ROOT / "src").rglob("*.py")
        for number in re.findall(r"PZ ((?:case )?§?(?:M?\d+(?:\.\d+)?))", path.read_text("utf-8"))
    }
)


@pytest.mark.parametrize("number", CITED)
def test_every_cited_rule_number_exists(number: str) -> None:
    if number.startswith("case "):
        assert re.search(rf"^\| *{number[5:]} *\|", RULES, re.MULTILINE)
    elif number.startswith("§"):
        assert re.search(rf"^##+ .*\b{number[1:]}\b", RULES, re.MULTILINE)
    else:
        assert re.search(rf"(^##+ .*|^\| *(?:PZ )?)\b{re.escape(number)}\b", RULES, re.MULTILINE)
