"""Bots at a table: they answer in the law's words, from their own views."""

from __future__ import annotations

from collections.abc import Mapping

from paiju.bots.base import Bot, make_bot
from paiju.envs.table import Table


def seat_bots(names: Mapping[int, str], seed: int) -> dict[int, Bot]:
    """A bot for each seat of `names`, their chance told apart by the seat.

    Raises:
        UsageError: usage.bot.
    """
    return {seat: make_bot(name, seed * 8 + seat) for seat, name in names.items()}


def answer(table: Table, bot: Bot) -> None:
    """Let a bot answer for the seat that is asked; where there is one answer only nobody is troubled."""
    actions = table.actions()
    table.act(bot.choose(table.view(table.turn), actions) if len(actions) > 1 else actions[0])
