// @ts-check
/** @import { GameView, Happening, Room } from "paiju/page" */
/** What became of a shuffle, against what a page had seen of it. */
import { isSound, linkOf, seedOf, walk } from "./chain.js";
import { handOf } from "./check.js";
import { refusers, sharesOf } from "./shares.js";

/** @typedef {import("./following.js").Seen} Seen */
/** @typedef {import("./following.js").Doubt} Doubt */
/** @typedef {import("./chain.js").Links} Links */
/** @typedef {import("./chain.js").Shuffle} Shuffle */

/**
 * What speaks against a room that tells of another shuffle than the one that was seen; null if the chain is
 * needed and did not come.
 * @param {Seen} seen @param {{room: Room, view: GameView | null, log: Happening[]}} state @param {() =>
 *   Promise<Links | null>} chain
 * @returns {Promise<Doubt[] | null>}
 */
export async function judged(seen, state, chain) {
  const { room } = state;
  const { opened } = room.fairness;
  let doubts = byRoom(seen, room);
  if (!doubts) {
    const links = await chain();
    if (!links) return null;
    doubts = byChain(seen, room, links);
  }
  if (opened && seen.nonces && room.you.seat !== null && state.view?.over && state.view.deal === seen.deal) {
    // The cards in hand prove the shuffle.
    const hand = handOf(
      seedOf(seen.previous, {
        commitment: seen.commitment ?? "",
        nonces: seen.nonces,
        secret: opened.secret,
      }),
      state,
    );
    if (hand && !hand.ok) doubts = [...doubts, { key: "hand", deal: seen.deal }];
  }
  return doubts;
}

/** As far as the room itself can tell. @param {Seen} seen @param {Room} room @returns {Doubt[] | null} */
function byRoom(seen, room) {
  const { previous, commitment, opened, failed } = room.fairness;
  if (previous === seen.previous)
    return commitment === null || seen.commitment === null ? [] : [{ key: "commitment", deal: seen.deal }];
  const dealt = seen.nonces &&
    opened && { commitment: seen.commitment ?? "", nonces: seen.nonces, ...opened };
  for (const one of [dealt, failed].flatMap((one) => one ?? [])) {
    const link = linkOf(seen.previous, one);
    if (link === previous || (one === dealt && failed && linkOf(link, failed) === previous))
      return outcome(seen, one, room);
  }
  return null;
}

/** Where deals were missed. @param {Seen} seen @param {Room} room @param {Links} links @returns {Doubt[]} */
function byChain(seen, room, links) {
  const { passed, last } = walk(links);
  const before = passed.map(({ previous }) => previous);
  const at = before.indexOf(seen.previous);
  const known = [...before, last].indexOf(room.fairness.previous ?? "");
  if (at >= 0 && known > at) return outcome(seen, passed[at].shuffle, room);
  const goesOn = links.head !== null && JSON.parse(links.head).after === seen.previous && known >= 0;
  return goesOn ? [] : [{ key: "chain", deal: seen.deal }];
}

/**
 * What speaks against the shuffle that took the place of the one that was seen.
 * @param {Seen} seen
 * @param {Shuffle} shuffle
 * @param {Room} room
 * @returns {Doubt[]}
 */
function outcome(seen, shuffle, room) {
  const { deal, previous } = seen;
  const shares = shuffle.shares ?? sharesOf({ previous, commitment: shuffle.commitment }, shuffle.nonces);
  if (seen.commitment !== null && shuffle.commitment !== seen.commitment)
    return [{ key: "commitment", deal }];
  if (!isSound(previous, shuffle)) return [{ key: "secret", deal }];
  if (seen.shares && String(shares) !== String(seen.shares)) return [{ key: "shares", deal }];
  if (seen.nonces && String(shuffle.nonces) !== String(seen.nonces)) return [{ key: "nonces", deal }];
  if (shuffle.why === "dropped" && !room.dissolved) return [{ key: "dropped", deal }];
  const refused = refusers(shuffle);
  if (seen.sent && refused.includes(room.you.seat ?? -1)) return [{ key: "unheard", deal }];
  return refused.length ? [{ key: "refused", deal, seats: refused }] : [];
}
