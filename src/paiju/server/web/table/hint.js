// @ts-check
/** @import { Hint } from "paiju/page" */
import { list, num, signed, t } from "../texts.js";

const NONE = { points: null, error: null, reasons: [] };

/**
 * What the line says of a suggestion: the action, what it is worth, and why. On narrow screens it is one
 * reason, and
 * nothing that a button or the panel of ways to eat shows already.
 * @param {string} what the action in words
 * @param {Hint | null} hint the message
 * @param {string} action which of its actions
 * @param {readonly string[]} names by seat
 * @param {boolean} narrow
 * @param {"side" | "own"} whose  points these are
 */
export function hintText(what, hint, action, names, narrow, whose) {
  const { points, error, reasons } = hint?.advice[hint.actions.indexOf(action)] ?? NONE;
  const why = reasons
    .slice(0, narrow ? 1 : 2)
    .map((one) => t(`web.hint.${one.key}`, { ...one, name: names[one.seat ?? -1] ?? "" }));
  const worth =
    points === null ? [] : [t(`web.hint.worth.${whose}`, { points: signed(points), error: num(error ?? 0) })];
  const said = list([...worth, ...why]);
  if (!said) return t("web.hint.bare", { what });
  return narrow && /^(play|eat) /.test(action)
    ? t("web.hint.bare", { what: said })
    : t("web.hint.line", { what, why: said });
}
