// @ts-check

let count = 0;

/** A name that no other element of the page has. @param {string} kind */
export const unique = (kind) => {
  count += 1;
  return `${kind}-${count}`;
};
