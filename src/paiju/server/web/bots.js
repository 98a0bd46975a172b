// @ts-check
/** @import { Chair, GameInfo, Room } from "paiju/page" */
/** Bots by the names that records keep: a level, or a style in its place, and the number of the seat. */
import { list, num, t } from "./texts.js";

export const STYLES = ["bold", "careful", "outspoken", "secretive", "tidy"];
const LEVELS = ["random", "greedy", "heuristic", "easy", "normal", "hard", "master"];
const NAME = new RegExp(`^(${[...LEVELS, ...STYLES].join("|")})(?: (\\d+))?$`);

/**
 * The level or style of a bot and its number, from its name; null for people.
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

/**
 * What a level is called; an own bot of the server goes by its name.
 * @param {string | null} level
 */
export const levelName = (level) =>
  [...LEVELS, ...STYLES].includes(level ?? "") ? t(`web.level.${level}`) : (level ?? "");

/**
 * The bots that may be seated: the levels of the game, and own bots of the server.
 * @param {Room} room
 * @param {string[]} levels
 */
export const seatable = (room, levels) =>
  [...levels, ...room.own_bots].map((value) => ({ value, label: levelName(value) }));

/** The name on a chair. @param {Chair} chair */
export function chairName(chair) {
  if (chair.kind !== "bot" || chair.name) return chair.name;
  if (!chair.level || LEVELS.includes(chair.level)) return t("web.room.bot", { seat: chair.seat + 1 });
  return `${levelName(chair.level)} ${num(chair.seat + 1)}`;
}

/**
 * What to say of bots at a room's chairs that others play for on this server; "" if there are none.
 * @param {GameInfo | null} info
 * @param {Room} room
 */
export function standInsText(info, room) {
  const levels = new Set(room.seats.map((chair) => (chair.kind === "bot" && chair.level) || ""));
  const weak = (info?.stand_ins ?? []).filter((level) => levels.has(level));
  const known = ["", ...LEVELS, ...STYLES, ...room.own_bots];
  const gone = [...levels].filter((level) => !known.includes(level));
  return [
    weak.length && t("web.level.stand_in", { levels: list(weak.map(levelName)) }),
    gone.length && t("web.level.gone", { names: list(gone) }),
  ]
    .filter(Boolean)
    .join(" ");
}
