// @ts-check
/** @import { Chair, GameInfo, Room } from "paiju/page" */
/** Bots by the names that records keep: a level, or a style in its place, and the number of the seat. */
import { list, num, t } from "./texts.js";

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

/**
 * A name of a record as pages write it: bots are named by level and seat there.
 * @param {string} name
 * @param {number} seat
 */
export function recordName(name, seat) {
  const bot = botOf(name);
  if (!name) return t("web.table.seat", { seat: seat + 1 });
  if (!bot) return name;
  const word = STYLES.includes(bot.level) ? t(`web.level.${bot.level}`) : t("web.bot");
  return [word, bot.number && num(bot.number)].filter(Boolean).join(" ");
}

/** The name on a chair. @param {Chair} chair */
export function chairName(chair) {
  if (chair.kind !== "bot" || chair.name) return chair.name;
  if (!STYLES.includes(chair.level ?? "")) return t("web.room.bot", { seat: chair.seat + 1 });
  return `${t(`web.level.${chair.level}`)} ${num(chair.seat + 1)}`;
}

/**
 * What to say of bots at a room's chairs that weaker ones play for on this server; "" if there are none.
 * @param {GameInfo | null} info
 * @param {Room} room
 */
export function standInsText(info, room) {
  const levels = new Set(room.seats.map((chair) => chair.kind === "bot" && chair.level));
  const weak = (info?.stand_ins ?? []).filter((level) => levels.has(level));
  return weak.length
    ? t("web.level.stand_in", { levels: list(weak.map((level) => t(`web.level.${level}`))) })
    : "";
}
