// @ts-check
/** @import { Ending } from "paiju/page" */
/** The end of a deal of a game that the browser knows nothing of: the score sheet says how it went. */

/** @type {Ending["headline"]} */
export const headline = () => "";

/** Its views have no result; the room has one. @type {NonNullable<Ending["resultOf"]>} */
export const resultOf = ({ room }) =>
  room.state === "settled" || room.state === "over" ? { returns: null } : null;

export const Outcome = () => null;
export const Hands = () => null;
