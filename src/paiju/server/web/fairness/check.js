// @ts-check
/** What can be proved of a deal's shuffle once its secret is public, step by step (docs/records.md). */
import { parse, sorted } from "../baohuang/cards.js";
import { commitmentOf, seedOf, shuffled } from "../verify.js";

const FIRST_SHOWN = 12;
const HANDED = 60; // cards of a Paohuzi deal before the dealer's last one
const TILES = ["s", "b"].flatMap((size) => Array.from({ length: 10 }, (_, i) => `${size}${i + 1}`));

/** @typedef {{deal: number, commitment: string, nonces: string[], secret: string}} Opened  what became public of a deal */
/** @typedef {{key: string, ok: boolean}} Finding  a statement, and whether it holds */

/**
 * @param {Opened} opened
 * @param {{room: any, view: any, log: any[], nonces: Record<number, string>}} state
 * @returns {{seed: string, findings: Finding[], cards: string[]}} `cards`: the first of the shuffled pack, where the
 *   pack is known
 */
export function check(opened, { room, view, log, nonces }) {
  const seed = seedOf(opened.secret, opened.nonces);
  const findings = [{ key: "commitment", ok: commitmentOf(opened.secret) === opened.commitment }];
  const own = nonces[opened.deal];
  const seat = room.you.seat;
  if (own && seat !== null) findings.push({ key: "nonce", ok: opened.nonces[seat] === own });
  const deck = deckOf(opened, room.game, view);
  if (!deck.length) return { seed, findings, cards: [] };
  const pack = shuffled(deck, seed, room.game === "paohuzi" ? "wall" : "deck");
  const now = view?.over && view.deal === opened.deal;
  const dealt = now && seat !== null ? (room.game === "paohuzi" ? tiles : cards)(pack, log, seat) : null;
  if (dealt) findings.push({ key: "hand", ok: String(dealt.expected) === String(dealt.got) });
  return { seed, findings, cards: pack.slice(0, FIRST_SHOWN) };
}

/** The pack in its order before the shuffle; [] where the page does not know it. @param {Opened} opened @param {string} game @param {any} view */
function deckOf(opened, game, view) {
  if (game === "paohuzi") return TILES.flatMap((code) => Array(4).fill(code));
  if (!view?.over || view.deal !== opened.deal || !view.hands) return [];
  // Whatever was not played is still in the hands; 老王 goes by the face it was drawn with.
  const played = [...view.tricks, view.trick].flat().flatMap((laid) => laid.cards);
  return sorted([...view.hands.flat(), ...played].map((code) => (code === "L" ? view.called : code)));
}

/** What a seat should have drawn, and what it got. @param {string[]} pack @param {any[]} log @param {number} seat */
function cards(pack, log, seat) {
  const drawn = log.filter((event) => event.event === "dealt" && event.cards);
  if (!drawn.length) return null;
  const at = log.find((event) => event.event === "cut")?.number ?? 0;
  const cut = [...pack.slice(at), ...pack.slice(0, at)];
  const first = drawn[0].first_drawer;
  return { expected: sorted(cut.filter((_, i) => (first + i) % 5 === seat)), got: sorted(drawn.flatMap((event) => parse(event.cards))) };
}

/** The same for Paohuzi: every third card from the dealer on, and one more for him. @param {string[]} pack @param {any[]} log @param {number} seat */
function tiles(pack, log, seat) {
  const dealt = log.find((event) => event.event === "dealt");
  const place = dealt?.seats?.indexOf(seat) ?? -1;
  if (place < 0 || !dealt.cards) return null;
  const mine = pack.slice(0, HANDED).filter((_, i) => i % 3 === place);
  if (place === 0) mine.push(pack[HANDED]);
  const order = (/** @type {string[]} */ codes) => codes.sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b));
  return { expected: order(mine), got: order(dealt.cards.split(" ")) };
}
