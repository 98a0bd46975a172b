"""Compiled code has types: what a record holds, and what each function takes."""

import ast
from importlib import import_module
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import pytest

import paiju
from paiju.kernels.records import Grid, Records, Row, layout

ROOT = Path(paiju.__file__).parent
UNTYPED = {
    "kernels": 0.02,
    "bots/anchored.py": 0.0,
    "bots/baohuang/compiled": 0.0,
    "bots/baohuang/net": 0.01,
    "bots/paohuzi/compiled": 0.0,
    "bots/paohuzi/net": 0.0,
    "train/baohuang/tables.py": 0.03,
    "train/paohuzi/tables.py": 0.05,
}
"""Which share of the parameters may be `Any`: what was reached, rounded up."""
MOST_PARAMETERS = 14


def files(place):
    return sorted((ROOT / place).rglob("*.py")) or [ROOT / place]


def functions(place):
    """Each function of a place with its parameters, the object of a method left out."""
    for file in files(place):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                yield node, [one for one in given if one.arg not in ("self", "cls")]


def kinds():
    """Every kind of record, by the convention that nothing else is called so."""
    for place in UNTYPED:
        for file in files(place):
            text = file.read_text("utf-8")
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef) and node.name.endswith("Record"):
                    name = ".".join(("paiju", *file.relative_to(ROOT).with_suffix("").parts))
                    yield getattr(import_module(name), node.name)


@pytest.mark.parametrize("place", UNTYPED)
def test_parameters_have_types(place):
    given = [one for _, parameters in functions(place) for one in parameters]
    untyped = [one for one in given if one.annotation is None or "Any" in ast.unparse(one.annotation)]
    assert len(untyped) <= UNTYPED[place] * len(given), [(one.arg, one.lineno) for one in untyped]


@pytest.mark.parametrize("place", UNTYPED)
def test_no_compiled_function_takes_too_many_arguments(place):
    """What is needed for more than one call stands in a record."""
    assert not [node.name for node, given in functions(place) if len(given) > MOST_PARAMETERS]


def test_record_layouts_are_made_in_one_module():
    """So there is no record without a type."""
    made = [file for place in UNTYPED for file in files(place) if "np.dtype(" in file.read_text("utf-8")]
    assert made == [ROOT / "kernels" / "records.py"]


def test_compiled_records_match_their_types():
    seen = 0
    for kind in kinds():
        stored, hints = layout(kind).fields, get_type_hints(kind)
        assert list(stored) == list(hints), kind
        assert list(layout(kind).names) == sorted(stored, key=lambda name: stored[name][1]), kind
        for name, hint in hints.items():
            assert _agrees(hint, stored[name][0]), (kind, name)
            seen += 1
    assert seen > 200


def _agrees(hint, dtype):
    """Whether the declared type of a field is that of its storage."""
    number, *rows = (get_args(hint) or (hint,))[:1]
    assert not rows
    base, shape = dtype.base, dtype.shape
    if get_origin(hint) is Records:
        return len(shape) == 1 and base == layout(number)
    if get_origin(hint) is None and hint not in (int, float):
        return shape == () and base == layout(hint)
    long = {None: lambda n: n == 0, Row: lambda n: n == 1, Grid: lambda n: n > 1}[get_origin(hint)]
    return long(len(shape)) and base.kind in ("iub" if number is int else "f")
