// @ts-check
/** What those at the table of a lesson are called. */
import { t } from "../texts.js";

/** Everyone at the table, the learner by seat `me`. @param {number} seats @param {number} me */
export function namesOf(seats, me) {
  const others = t("web.first.names").split("|");
  return Array.from({ length: seats }, (_, seat) => (seat === me ? t("web.you") : (others.shift() ?? "")));
}
