// @ts-check
/** @import { Chair } from "paiju/page" */
/** Bots by the names that records keep: a level, or a style in its place, and the number of the seat. */
import { num, t } from "./texts.js";

export const STYLES = ["bold", "careful", "outspoken", "secretive", "tidy"];
const LEVELS = ["random", "greedy", "heuristic", "easy", "normal", "hard", "master"];
const NAME = new RegExp(`^(${[...LEVELS, ...STYLES].join("|")})(?: (\\d+))?$`);

/**
 * What a name says of a bot: the level or style, and the number; null for anybody else.
 * @param {string} name
 */
export function botOf(name) {
  const found = NAME.exec(name);
  return found && { level: found[1], number: found[2] && Number(found[2]) };
}

/** The name on a chair. @param {Chair} chair */
export function chairName(chair) {
  if (chair.kind !== "bot" || chair.name) return chair.name;
  if (!STYLES.includes(chair.level ?? "")) return t("web.room.bot", { seat: chair.seat + 1 });
  return `${t(`web.level.${chair.level}`)} ${num(chair.seat + 1)}`;
}
