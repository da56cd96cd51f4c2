/** Attribute by which a page says that its reader switched single-key shortcuts off. */
export const SINGLE_KEYS_OFF = "data-single-keys-off";

/** Whether single keys may act in this page; asked at each key, in the browser. */
export function areSingleKeysOn(): boolean {
  return document.querySelector(`[${SINGLE_KEYS_OFF}]`) === null;
}
