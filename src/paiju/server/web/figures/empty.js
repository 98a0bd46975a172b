// @ts-check
/** The placeholder of an empty list: the house's cut and a sentence. */
import { html } from "../vendor/htm-preact.js";
import { Rosette } from "./rosette.js";

/** @param {{text: string}} props */
export const Empty = ({ text }) => html`<div class="empty muted"><${Rosette} /><p>${text}</p></div>`;
