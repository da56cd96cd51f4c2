/** Attribute by which a page says that its reader switched single-key shortcuts off. */
export const SINGLE_KEYS_OFF = "data-single-keys-off";

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** Whether single keys may act in this page; asked at each key, in the browser. */
function areSingleKeysOn(): boolean {
  return document.querySelector(`[${SINGLE_KEYS_OFF}]`) === null;
}

/** Whether what has the focus is written in. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/**
 * Whether a key belongs to a dialog: it is pressed inside one, or one lies over the page and is about
 * to take the focus. Messages that come and go are dialogs too, but take only what is pressed in them.
 */
export function isOfDialog(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(DIALOG)) return true;
  const isOver = (dialog: Element) => dialog.getAttribute("aria-modal") !== "false";
  return [...document.querySelectorAll(DIALOG)].some(
    (dialog) => isOver(dialog) && dialog.hasAttribute("data-open"),
  );
}

/** Whether a single key is not the page's: it belongs to a field or a dialog, or none may act. */
export function isKeyTaken({ target }: Pick<KeyboardEvent, "target">): boolean {
  return isField(target) || isOfDialog(target) || !areSingleKeysOn();
}
