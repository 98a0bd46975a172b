// @ts-check
/** @import { Check, GameInfo, Option, Room, Typed, Values } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Field } from "../ui/ui.js";
import { presetValues } from "./game.js";
import { OptionRow } from "./option.js";

/**
 * Whether an option speaks of what is searched for.
 * @param {Option} option
 * @param {string} group
 * @param {string} wanted
 */
function speaks(option, group, wanted) {
  const labels = option.choices.map((choice) => choice.label);
  const words = [group, option.label, option.help, option.rule, option.name, ...labels]
    .join(" ")
    .toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/**
 * Every option by group: changed ones marked, those without meaning folded away with the reason.
 * @param {{room: Room, info: GameInfo, check: Check | null, values: Values, locked: boolean, onSet: (options:
 *   Values) => void}} props
 */
export function OptionForm({ room, info, check, values, locked, onSet }) {
  const [wanted, setWanted] = useState("");
  const base = presetValues(info, room.preset);
  const inactive = check?.inactive ?? {};
  const groups = Object.fromEntries(info.groups.map((group) => [group.name, group.label]));
  const found = info.options.filter((/** @type {Option} */ option) =>
    speaks(option, groups[option.group], wanted.trim()),
  );
  const row = (
    /** @type {Option} */ option,
  ) => html`<${OptionRow} key=${option.name} option=${option} value=${values[option.name]}
    base=${base[option.name]} by=${changer(room, option.name)} locked=${locked} onSet=${onSet} />`;
  return html`<${Field} type="search" label=${t("web.room.search")} value=${wanted}
      data-testid="option-search"
      onInput=${(/** @type {Typed} */ event) => setWanted(event.target.value)} />
    ${found.length === 0 && html`<p role="status">${t("web.room.nothing")}</p>`}
    ${info.groups.map((group) => {
      const own = found.filter((/** @type {Option} */ option) => option.group === group.name);
      if (own.length === 0) return null;
      const idle = own.filter((/** @type {Option} */ option) => option.name in inactive);
      return html`<section key=${group.name} class="option-group">
        <h3>${group.label}</h3>
        ${own.filter((/** @type {Option} */ option) => !(option.name in inactive)).map(row)}
        ${
          idle.length > 0 &&
          html`<details class="idle">
          <summary>${t("web.room.idle", { count: idle.length })}</summary>
          <dl>${idle.map(
            (/** @type {Option} */ option) => html`<div key=${option.name}><dt>${option.label}
          </dt><dd>${inactive[option.name]}</dd></div>`,
          )}</dl>
        </details>`
        }
      </section>`;
    })}`;
}

/** The player who changed an option. @param {Room} room @param {string} name */
function changer(room, name) {
  const seat = room.changed?.[name];
  return seat === undefined ? null : (room.seats[seat]?.name ?? "");
}
