// @ts-check
/** A game on the first page: what it looks like, and the two ways into it. */
import { html } from "../vendor/htm-preact.js";
import { has, t, worded } from "../texts.js";
import { useLater } from "../table/later.js";
import { Button } from "../ui/ui.js";
import { lastRules } from "../prefs.js";
import { prepare, useOpening } from "./open.js";

/** A deal that plays itself on the game's table. @param {{game: string, moving: boolean}} props */
export function Show({ game, moving }) {
  const Showcase = useLater(
    () => worded(import("./showcase.js"), "table"),
    "Showcase",
    has(`web.home.${game}`),
    false,
  );
  return html`<div class="show" aria-hidden="true" dir="ltr">
    ${Showcase && html`<${Showcase} game=${game} moving=${moving} />`}
  </div>`;
}

/** @param {{game: string, moving: boolean}} props */
export function Game({ game, moving }) {
  const rules = lastRules(game);
  const { busy, open } = useOpening(game, rules);
  const preset = `preset.${game}.${rules?.preset}`;
  return html`<section class="game" aria-labelledby=${`game-${game}`} onPointerEnter=${() => prepare(game)}>
    <${Show} game=${game} moving=${moving} />
    <div class="game-name">
      <h2 id=${`game-${game}`}>${t(`web.game.${game}`)}</h2>
      <p class="muted">
        ${
          rules && has(preset)
            ? t("web.home.last", { rules: t(preset) })
            : has(`web.home.${game}`) && t(`web.home.${game}`)
        }
      </p>
    </div>
    <div class="row">
      <${Button} kind="main" data-testid=${`play-${game}`} busy=${busy === "play"}
          onClick=${() => open(true)}>${t("web.home.play")}<//>
      <${Button} data-testid=${`room-${game}`} busy=${busy === "room"} onClick=${() => open(false)}>
      ${t("web.home.room")}<//>
    </div>
  </section>`;
}
