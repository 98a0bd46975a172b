// @ts-check
/** @import { Check, GameInfo, Option, Refused, Room, Value, Values } from "paiju/page" */
/** What the server says of a game's rules: presets, options, questions. The browser only shows it. */
import { useEffect, useState } from "../vendor/htm-preact.js";
import { describe } from "../games.js";
import { api } from "../net.js";
import { has, lang, num, sayError, t } from "../texts.js";

/** The description of a game, as a hook: null while it is on its way. @param {string} game */
export function useGame(game) {
  const [held, setHeld] = useState(
    /** @type {{key: string, info?: GameInfo, error?: Refused} | null} */ (null),
  );
  const key = `${game}/${lang()}`;
  useEffect(() => {
    let live = true;
    const keep = (/** @type {{info?: GameInfo, error?: Refused}} */ more) =>
      live && setHeld({ key, ...more });
    describe(game).then(
      (info) => keep({ info }),
      (error) => keep({ error }),
    );
    return () => {
      live = false;
    };
  }, [key]);
  return { info: held?.info ?? null, error: held?.key === key ? (held.error ?? null) : null };
}

/**
 * All options by name: the defaults and what differs.
 * @param {GameInfo} info
 * @param {Values} differences
 * @returns {Values}
 */
export function complete(info, differences) {
  const defaults = Object.fromEntries(info.options.map((o) => [o.name, o.default]));
  return { ...defaults, ...differences };
}

/** The values of a preset, all of them. @param {GameInfo} info @param {string} name @returns {Values} */
export function presetValues(info, name) {
  return complete(info, info.presets.find((p) => p.name === name)?.options ?? {});
}

/**
 * Those of `values` that are not the preset's.
 * @param {GameInfo} info
 * @param {string} preset
 * @param {Values} values
 * @returns {Values}
 */
export function differing(info, preset, values) {
  const base = presetValues(info, preset);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => base[name] !== value));
}

/** A value of an option in words. @param {Option} option @param {Value} value */
export function inWords(option, value) {
  if (option.type === "bool") return t(value ? "web.yes" : "web.no");
  if (option.type === "int") return num(Number(value));
  return option.choices.find((choice) => choice.value === value)?.label ?? String(value);
}

/**
 * What the server says of the room's options: the line of differences, what is inactive and why.
 * @param {GameInfo} info @param {Room} room @returns {Check | null}
 */
export function useCheck(info, room) {
  const [answer, setAnswer] = useState(/** @type {Check | null} */ (null));
  const key = info && JSON.stringify([room.preset, room.options, lang()]);
  useEffect(() => {
    if (!info) return undefined;
    let live = true;
    const options = differing(info, room.preset, complete(info, room.options));
    api("POST", `/api/games/${room.game}/check?lang=${lang()}`, { preset: room.preset, options }).then(
      (result) => live && setAnswer(result),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [key]);
  return answer;
}

/**
 * The text of a refusal in a room, with options by their labels.
 * @param {Refused} error
 * @param {GameInfo | null} info
 */
export function sayRefusal(error, info) {
  const conflict = `web.conflict.${error.facts?.constraint}`;
  if (has(conflict)) return t(conflict);
  const option = info?.options.find((one) => one.name === error.facts?.option);
  return sayError(option ? { ...error, facts: { ...error.facts, option: option.label } } : error);
}
