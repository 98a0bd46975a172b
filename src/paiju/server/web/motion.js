// @ts-check
/** How much may move. */

/** Whether this person wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
