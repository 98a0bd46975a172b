"""One whole deal of Paohuzi, from the wall to the payments (PZ 3.1, section 8)."""

from __future__ import annotations

from typing import Any

from . import hand as hands
from .cards import Card, same, turned_stock, without
from .eating import eat_text, hand_after, ways_to_eat
from .heavenly import has_heavenly_sets, heavenly_sets_score
from .options import Options
from .scoring import Score, Win, best
from .seat import Seat
from .settle import next_dealer, returns
from .window import Window


class Refused(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Referee:
    """Seats are numbered in playing order; with four at the table the one opposite the dealer sits out."""

    def __init__(self, o: Options, wall: list[Card], dealer: int, streak: int = 1) -> None:
        self.o, self.dealer, self.streak = o, dealer, streak
        self.events: list[str] = []
        self.over = False
        self.winner: int | None = None
        self.score: Score | None = None
        self.payers = "all"
        self.thrower: int | None = None  # of the card a Hu was declared on
        self.window: Window | None = None
        self.discarder: int | None = None
        offsets = (0, 1, 2) if o["seats"] == 3 else (0, 1, 3)
        self.playing: tuple[int, ...] = tuple((dealer + offset) % o["seats"] for offset in offsets)
        self.seats: dict[int, Seat] = {}
        self.uncut: list[Card] = wall
        if not o["cut"]:
            self.deal(wall)

    def deal(self, wall: list[Card]) -> None:
        self.uncut = []
        self.seats = {
            seat: Seat(tuple(wall[i:60:3]) + ((wall[60],) if i == 0 else ()))
            for i, seat in enumerate(self.playing)
        }
        self.shown = wall[60]
        self.stock = turned_stock(wall[61:])
        self.before_play()

    def cut(self, lifted: int) -> None:
        """Card by card from the top to the bottom."""
        pack = list(self.uncut)
        for _ in range(lifted):
            pack.append(pack.pop(0))
        self.deal(pack)

    def right(self, seat: int) -> int:
        return self.playing[(self.playing.index(seat) + 1) % 3]

    def order_from(self, seat: int) -> tuple[int, ...]:
        i = self.playing.index(seat)
        return self.playing[i:] + self.playing[:i]

    # Before play

    def before_play(self) -> None:
        for seat in self.order_from(self.dealer):
            if has_heavenly_sets(self.seats[seat].hand, self.o):
                self.win(seat, heavenly_sets_score(self.seats[seat].hand, self.o), "heavenly sets")
                return
        request = {
            seat: ["hu"]
            for seat in self.playing
            if self.may_win_shown(seat) and self.shown_score(seat) is not None
        }
        self.open(Window("shown", self.dealer, self.shown, self.order_from(self.dealer), request))

    def may_win_shown(self, seat: int) -> bool:
        return {"everyone": True, "dealer_only": seat == self.dealer, "off": False}[
            self.o["heavenly_shown_card"]
        ]

    def shown_score(self, seat: int) -> Score | None:
        hand = self.seats[seat].hand
        if seat == self.dealer:
            return best(hands.readings([], hand, self.o), Win(heavenly="dealer"), self.o)
        return hands.evaluate([], hand, self.shown, Win(heavenly="other"), self.o)

    def start_play(self) -> None:
        for seat in self.playing:
            self.seats[seat].lay_dealt_quads()
        self.after(self.dealer)

    # Turns

    def after(self, seat: int) -> None:
        """AFTER of PZ 3.1, also the dealer's first turn."""
        player = self.seats[seat]
        if not player.discard_due(player.owned(), player.quads(), self.o):
            self.events.append(f"{seat} no discard")
            self.draw(self.right(seat))
        elif player.dead or not player.loose():
            player.dead = True
            self.events.append(f"{seat} dead")
            self.draw(self.right(seat))
        else:
            self.discarder = seat

    def draw(self, seat: int) -> None:
        if not self.stock:
            self.end()
            return
        card, player = self.stock.pop(0), self.seats[seat]
        forced = hands.owns_forced_draw(player.table, player.hand, card)
        if not forced:
            self.resolve(card, seat, drawn=True)
            return
        player.table, player.hand = hands.own_set_laid(player.table, player.hand, card, forced)
        if forced == "U3" and player.marks.get(card):
            player.table[-1] = same("S3", card)
            forced = "S3"
        self.events.append(f"{seat} {forced} {card}")
        request = {seat: ["hu"]} if not player.dead and self.own_score(seat, own_draw=True) else {}
        self.open(Window("own_set", seat, card, self.order_from(seat), request, last=not self.stock))

    def own_score(self, seat: int, *, own_draw: bool) -> Score | None:
        """Going out with the sets on the table and the hand, nothing pending."""
        player = self.seats[seat]
        last = own_draw and not self.stock
        return best(hands.readings(player.table, player.hand, self.o), Win(own_draw, last), self.o)

    def resolve(self, card: Card, source: int, *, drawn: bool) -> None:
        """RESOLVE of PZ 3.1."""
        last = drawn and not self.stock
        self.events.append(f"{source} {'shows' if drawn else 'throws'} {card}")
        claims: dict[int, list[str]] = {
            seat: ["hu"] for seat in self.playing if self.card_score(seat, card, source, drawn) is not None
        }
        if not last and self.pao_seat(card, source, drawn) is None:
            for seat in self.playing:
                found = self.pong(seat, card, source) + self.eats(seat, card, source, drawn)
                if found:
                    claims.setdefault(seat, []).extend(found)
        kind = "draw" if drawn else "discard"
        self.open(Window(kind, source, card, self.order_from(source), claims, last))

    def card_score(self, seat: int, card: Card, source: int, drawn: bool) -> Score | None:
        """Going out with an open or discarded card."""
        player = self.seats[seat]
        if player.dead or (not drawn and (seat == source or not self.o["win_on_hand_discard"])):
            return None
        win = Win(own_draw=drawn and seat == source, last=drawn and not self.stock)
        return hands.evaluate(player.table, player.hand, card, win, self.o, drawn)

    def pao_seat(self, card: Card, source: int, drawn: bool) -> int | None:
        for seat in self.playing:
            player, own = self.seats[seat], seat == source
            if own and not drawn:
                continue
            if hands.pao_forced(player.table, player.hand, card, own, drawn, self.o):
                return seat
        return None

    def pong(self, seat: int, card: Card, source: int) -> list[str]:
        player = self.seats[seat]
        if (
            seat == source
            or player.dead
            or player.hand.count(card) != 2
            or player.forfeited(card, "pong", self.o)
        ):
            return []
        return ["pong"] if player.may_claim(without(player.hand, (card, card)), self.o) else []

    def eats(self, seat: int, card: Card, source: int, drawn: bool) -> list[str]:
        player = self.seats[seat]
        near = seat == self.right(source) or (drawn and seat == source)
        if not near or player.dead or player.forfeited(card, "eat", self.o):
            return []
        ways = ways_to_eat(player.hand, card, self.o)
        return [eat_text(way) for way in ways if player.may_claim(hand_after(player.hand, card, way), self.o)]

    # Windows

    def open(self, window: Window) -> None:
        self.window = window
        if not window.actors():
            self.close()

    def close(self) -> None:
        window, done = self.window, self.window.winner() if self.window else None
        assert window is not None
        self.window = None
        if window.source in ("draw", "discard") and not window.last:
            for seat, claim in window.refused():
                self.refuse(seat, window.card, claim)
        if done is not None:
            self.carry_out(window, *done)
        elif window.last:
            self.end()
        elif window.source == "shown":
            self.start_play()
        elif window.source in ("own_set", "after_pao"):
            self.after(window.seat)
        else:
            self.unclaimed(window)

    def refuse(self, seat: int, card: Card, claim: str) -> None:
        if claim == "eat" and self.o["smell_on"] == "declined_pong":
            return
        self.events.append(f"{seat} forfeits {card} ({claim})")
        self.seats[seat].mark(card, claim)

    def unclaimed(self, window: Window) -> None:
        """Forced Pao, or nobody uses the card."""
        drawn = window.source == "draw"
        seat = self.pao_seat(window.card, window.seat, drawn)
        if seat is None:
            self.draw(self.right(window.seat))
            return
        player = self.seats[seat]
        laid = hands.with_quad(player.table, player.hand, window.card, "E4")
        assert laid is not None
        player.table, player.hand = laid
        self.events.append(f"{seat} pao {window.card}")
        asks = not drawn and self.o["hu_after_discard_pao"] and not self.o["win_on_hand_discard"]
        request = {seat: ["hu"]} if asks and not player.dead and self.own_score(seat, own_draw=False) else {}
        self.open(Window("after_pao", seat, window.card, self.order_from(seat), request))

    def carry_out(self, window: Window, seat: int, action: str) -> None:
        player, card = self.seats[seat], window.card
        self.events.append(f"{seat} {action} on {window.source}")
        if action == "hu":
            self.win_on(window, seat)
            return
        if action == "pong":
            player.hand = without(player.hand, (card, card))
            player.table.append(same("E3", card))
        else:
            way = next(way for way in ways_to_eat(player.hand, card, self.o) if eat_text(way) == action)
            player.hand = hand_after(player.hand, card, way)
            player.table.extend(way)
        self.after(seat)

    def win_on(self, window: Window, seat: int) -> None:
        if window.source == "shown":
            score = self.shown_score(seat)
        elif window.source in ("own_set", "after_pao"):
            score = self.own_score(seat, own_draw=window.source == "own_set")
        else:
            score = self.card_score(seat, window.card, window.seat, window.source == "draw")
        assert score is not None
        if window.source == "discard":
            self.payers, self.thrower = self.o["discarder_pays"], window.seat
        self.win(seat, score, window.source)

    # What the table calls

    def actors(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if self.uncut:
            return (self.playing[2],)
        if self.window is not None:
            return self.window.actors()
        return (self.discarder,) if self.discarder is not None else ()

    def legal(self, seat: int) -> list[str]:
        if seat not in self.actors():
            return []
        if self.uncut:
            return sorted(f"cut {n}" for n in range(1, 80))
        if self.window is not None:
            return sorted([*self.window.claims[seat], "pass"])
        return sorted(f"discard {card}" for card in set(self.seats[seat].loose()))

    def act(self, seat: int, action: str) -> None:
        if seat not in self.actors():
            raise Refused("action.not_your_turn")
        if action not in self.legal(seat):
            raise Refused("action.illegal")
        if self.uncut:
            self.cut(int(action.split()[1]))
            return
        if self.window is not None:
            self.window.answers[seat] = action
            if not self.window.actors():
                self.close()
            return
        card = action.split()[1]
        player = self.seats[seat]
        self.discarder = None
        player.hand = without(player.hand, (card,))
        if self.o["smell_on"] == "plus_own_discard":
            player.mark(card, "discard")
        self.resolve(card, seat, drawn=False)

    # The end

    def win(self, seat: int, score: Score, how: str) -> None:
        self.events.append(f"{seat} wins: {how}")
        self.over, self.winner, self.score = True, seat, score

    def end(self) -> None:
        self.events.append("draw game")
        self.over = True

    def result(self) -> dict[str, Any]:
        score: dict[str, Any] = dict.fromkeys(("hu", "bottom", "multiplier", "final"))
        if self.score is not None:
            score = self.score.as_dict()
        return {"winner": self.winner, **score, "returns": returns(self), "next_dealer": next_dealer(self)}
