/** The plain board under a heading of the game's own. */
import { Board as Plain, tell } from "../plain/board.js";
import { html } from "../vendor/htm-preact.js";

export { tell };

export const Board = (props) => html`<h2 data-testid="highest">${Math.max(0, ...props.state.view.trick)}</h2>
  <${Plain} ...${props} />`;
