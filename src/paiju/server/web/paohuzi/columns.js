// @ts-check
/** @import { PaohuziView } from "paiju/page" */
/** The hand in columns: by number, by sets, or as its owner laid it. */
import { keep, recall } from "../storage.js";
import { useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";

/** @typedef {{column: number, at: number}} Place a card: its column, and which one of it from the top */
/** @typedef {readonly (readonly string[])[]} Columns */

const MOST = 10;
const KEPT = "paiju.paohuzi.columns";

/** One column a number, small cards above large ones. @param {readonly string[]} hand sorted */
function byNumber(hand) {
  const columns = Array.from({ length: MOST }, () => /** @type {string[]} */ ([]));
  for (const code of hand) columns[Number(code.slice(1)) - 1].push(code);
  return columns.filter((column) => column.length);
}

/**
 * One column a set, as the server groups the hand; where there are too many, the last ones share.
 * @param {Columns} groups
 */
function bySets(groups) {
  const columns = groups.map((group) => [...group]);
  while (columns.length > MOST) columns.splice(-2, 2, columns.slice(-2).flat());
  return columns;
}

/**
 * `columns` with the cards that are still in the hand, of equal ones that at `thrown` going first; null if
 * the hand has others.
 * @param {Columns} columns @param {readonly string[]} hand @param {Place | null} thrown
 */
function remaining(columns, hand, thrown) {
  const left = /** @type {Record<string, number>} */ ({});
  for (const code of hand) left[code] = (left[code] ?? 0) + 1;
  const take = (/** @type {string} */ code) => {
    left[code] = (left[code] ?? 0) - 1;
    return left[code] >= 0;
  };
  const gone = thrown ? columns[thrown.column]?.[thrown.at] : undefined;
  const stays = columns.map((codes, column) =>
    codes.map((code, at) => !(gone && thrown?.column === column && thrown.at === at) && take(code)),
  );
  if (thrown && gone) stays[thrown.column][thrown.at] = take(gone);
  if (Object.values(left).some((copies) => copies > 0)) return null;
  return columns
    .map((codes, column) => codes.filter((_, at) => stays[column][at]))
    .filter((codes) => codes.length);
}

/**
 * `columns` with a card carried to another column, halves meaning a new one; cards that stay together
 * (`locked`) go together.
 * @param {Columns} columns @param {Place} from @param {number} to @param {readonly string[]} locked
 */
function moved(columns, from, to, locked) {
  const code = columns[from.column][from.at];
  const goes = (/** @type {string} */ other, /** @type {number} */ at) =>
    locked.includes(code) ? other === code : at === from.at;
  const rest = columns.map((codes, column) =>
    codes.filter((other, at) => column !== from.column || !goes(other, at)),
  );
  const carried = columns[from.column].filter(goes);
  if (Number.isInteger(to)) rest[to].push(...carried);
  else rest.splice(Math.ceil(to), 0, carried);
  const result = rest.filter((column) => column.length);
  return result.length > MOST ? columns : result;
}

/**
 * How the hand lay in the deal `id` before the page was loaded again.
 * @param {string} id
 * @returns {Columns | null}
 */
function recalled(id) {
  const found = recall(KEPT, { id: "", columns: /** @type {Columns} */ ([]) });
  return found.id === id ? found.columns : null;
}

/** @param {string} id @param {Columns} columns */
const remember = (id, columns) => keep(KEPT, { id, columns });

/**
 * The own hand as it lies: it changes only when cards leave it or its owner wants it. `id` names the deal and
 * its viewer; "" for one that is not to be remembered.
 * @param {PaohuziView} view @param {string} id @param {string} sort `number` or `sets`
 */
export function useHand(view, id, sort) {
  const past = useRef({ id: "", sort: "", columns: /** @type {Columns | null} */ (null) });
  const thrown = useRef(/** @type {Place | null} */ (null));
  const [picked, setPicked] = useState(/** @type {Place & {code: string} | null} */ (null));
  const [moves, setMoves] = useState(0);
  const hand = /** @type {string[]} */ (view.hand ?? []);
  const columns = useMemo(() => {
    const before =
      past.current.id !== id ? recalled(id) : past.current.sort === sort ? past.current.columns : null;
    const now =
      (before && remaining(before, hand, thrown.current)) ??
      (sort === "sets" && view.groups ? bySets(view.groups) : byNumber(hand));
    past.current = { id, sort, columns: now };
    thrown.current = null;
    return now;
  }, [id, sort, hand.join(), moves]);
  useEffect(() => {
    if (id) remember(id, columns);
  }, [columns]);
  /** All copies of a card. @param {string} code @returns {Place[]} */
  const copiesOf = (code) =>
    columns.flatMap((codes, column) =>
      codes.flatMap((other, at) => (other === code ? [{ column, at }] : [])),
    );
  const stays = picked && columns[picked.column]?.[picked.at] === picked.code;
  const chosen =
    picked && !view.locked.includes(picked.code)
      ? ((stays ? picked : copiesOf(picked.code)[0]) ?? null)
      : null;
  /** @param {Place | null} place */
  const choose = (place) => setPicked(place && { ...place, code: columns[place.column][place.at] });
  /** Carries a card to another column. @param {Place} from @param {number} to */
  const move = (from, to) => {
    past.current.columns = moved(columns, from, to, view.locked);
    choose(null);
    setMoves(moves + 1);
  };
  /** Chooses the next copy of a card. @param {string} code */
  const next = (code) => {
    const copies = copiesOf(code);
    const now = copies.findIndex(({ column, at }) => column === chosen?.column && at === chosen.at);
    choose(copies[(now + 1) % copies.length] ?? null);
  };
  /** Says which of equal cards is going to leave. @param {Place} leaving */
  const throwing = (leaving) => {
    thrown.current = leaving;
    choose(null);
  };
  /** The card of an action that is on its way. @param {string} action */
  const leaving = (action) =>
    action.startsWith("discard ") ? (thrown.current ?? copiesOf(action.slice(8))[0] ?? null) : null;
  /** It did not leave after all: it is chosen as before. */
  const takeBack = () => {
    if (thrown.current) choose(thrown.current);
    thrown.current = null;
  };
  return {
    columns,
    chosen,
    card: chosen && columns[chosen.column][chosen.at],
    choose,
    move,
    next,
    throwing,
    leaving,
    takeBack,
  };
}
