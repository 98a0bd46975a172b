// @ts-check
/** Bots by the names that records keep: a level, or a style in its place, and the number of the seat. */
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
