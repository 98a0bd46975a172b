// @ts-check
/** What a page has sent and the table has not answered: it is sent again after a lost connection, and counts once. */

/** @typedef {{id: string, message: Record<string, any>, at: number}} Parcel */

const LONG_MS = 60_000; // after so long nobody means a press any more

export class Outbox {
  constructor() {
    this.name = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.count = 0;
    /** @type {Parcel[]} */
    this.parcels = [];
  }

  /** @param {Record<string, any>} message @returns {Parcel} */
  add(message) {
    const id = `${this.name}-${(this.count += 1)}`;
    const parcel = { id, message: { ...message, id }, at: Date.now() };
    this.parcels = [...this.parcels, parcel];
    return parcel;
  }

  /** Takes out what was answered. @param {string | undefined} id @returns {Parcel | undefined} */
  take(id) {
    const found = this.parcels.find((parcel) => parcel.id === id);
    if (found) this.parcels = this.parcels.filter((parcel) => parcel !== found);
    return found;
  }

  /** Takes out what has waited too long. An answer to a question stays: the table knows whether it still counts. @returns {Parcel[]} */
  late() {
    const now = Date.now();
    const late = this.parcels.filter(({ message, at }) => message.type !== "act" && now - at > LONG_MS);
    this.parcels = this.parcels.filter((parcel) => !late.includes(parcel));
    return late;
  }
}
