// @ts-check
/** @import { GameView, Happening, Proof, Room } from "paiju/page" */
/** The proof of a deal's cards, once its seed is known (docs/records.md). */
import * as baohuang from "../baohuang/proof.js";
import * as paohuzi from "../paohuzi/proof.js";
import { shuffled } from "../verify.js";

const FIRST_SHOWN = 12;

/**
 * The games whose cards can be proved; of others the chain is, and the seed.
 * @type {Record<string, Proof>}
 */
const PROOFS = { baohuang, paohuzi };

/**
 * @typedef {{room: Room, view: GameView | null, log: Happening[]}} Seen  a table as its page knows it, or a
 *   replay
 */

/** Whether a game's pack is known without a deal. @param {string} game */
export const isAlwaysKnown = (game) => Object.hasOwn(PROOFS, game) && PROOFS[game].always;

/**
 * The first cards of the shuffled pack; [] where the page does not know the pack.
 * @param {string} seed
 * @param {Seen} seen
 */
export const firstCards = (seed, seen) => pack(seed, seen).slice(0, FIRST_SHOWN);

/**
 * Whether the shuffle gives the cards that the viewer was dealt; null where that is not known.
 * @param {string} seed
 * @param {Seen} seen
 * @returns {{ok: boolean} | null}
 */
export function handOf(seed, seen) {
  const { room, log } = seen;
  const seat = room.you.seat;
  const cards = pack(seed, seen);
  const dealt = cards.length && seat !== null ? PROOFS[room.game].dealt(cards, log, seat) : null;
  return dealt && { ok: String(dealt.expected) === String(dealt.got) };
}

/** @param {string} seed @param {Seen} seen */
function pack(seed, { room, view }) {
  if (!Object.hasOwn(PROOFS, room.game)) return [];
  const { deck, label } = PROOFS[room.game];
  const cards = deck(view);
  return cards.length ? shuffled(cards, seed, label) : [];
}
