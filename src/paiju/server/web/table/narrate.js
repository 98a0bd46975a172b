// @ts-check
/** @import { Context, Fact, Happening } from "paiju/page" */
/** Events as sentences. The server's main texts name the events; a game may say more about its own. */
import { has, list, t } from "../texts.js";

const PEOPLE = {
  seat: "who",
  from: "giver",
  to: "to",
  winner: "winner",
  leader: "leader",
  first_drawer: "first_drawer",
};

/**
 * The facts of a sentence: seats by name, places by title, cards in words.
 * @param {Happening} event
 * @param {Context} context
 */
export function factsOf(event, context) {
  /** @type {Record<string, Fact>} */
  const facts = {};
  for (const [name, value] of Object.entries(event)) {
    if (name in PEOPLE)
      facts[/** @type {Record<string, string>} */ (PEOPLE)[name]] =
        context.names[/** @type {number} */ (value)];
    else if (name === "place") facts[name] = t(`place.${value}`);
    else if ((name === "cards" || name === "card") && context.cards)
      facts.cards = context.cards(String(value));
    else facts[name] = /** @type {Fact} */ (value);
  }
  return facts;
}

/**
 * An event as one sentence; "" for one that needs none.
 * @param {Happening} event
 * @param {Context} context
 * @returns {string}
 */
export function narrate(event, context) {
  const own = context.tell?.(event, context);
  if (own !== undefined && own !== null) return own;
  const seen = event.cards ? ".seen" : "";
  const kind = event.event === "moved" ? `moved.${event.why}` : event.event;
  const keys = [`event.${kind}${event.role ? `.${event.role}` : seen}`, `event.${kind}`];
  const key = keys.find(has);
  return key ? t(key, factsOf(event, context)) : "";
}

/**
 * Sentences of a whole log, passes in a row as one.
 * @param {Happening[]} log
 * @param {Context} context
 * @param {WeakMap<Happening, string>} cache  what was said of events before, to the same people
 * @returns {string[]}
 */
export function sentences(log, context, cache = new WeakMap()) {
  const lines = [];
  /** @type {string[]} */
  let passed = [];
  const flush = () => {
    if (passed.length) lines.push(t("event.passed", { who: list(passed) }));
    passed = [];
  };
  for (const event of log) {
    if (event.event === "passed") {
      passed.push(context.names[event.seat]);
      continue;
    }
    flush();
    const line = cache.get(event) ?? narrate(event, context);
    cache.set(event, line);
    if (line) lines.push(line);
  }
  flush();
  return lines;
}
