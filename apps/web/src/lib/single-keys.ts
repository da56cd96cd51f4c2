/** Attribute that a page sets when its user switched single-key shortcuts off. */
export const SINGLE_KEYS_OFF = "data-single-keys-off";

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** Checks whether single-key shortcuts are on. Called at each key press, in the browser. */
function areSingleKeysOn(): boolean {
  return document.querySelector(`[${SINGLE_KEYS_OFF}]`) === null;
}

/** Checks whether an element takes typed text. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/**
 * Checks whether a key belongs to a dialog: it is pressed inside one, or a modal one is open and
 * about to take the focus. Toasts are dialogs too, but take only the keys pressed in them.
 */
export function isOfDialog(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(DIALOG)) return true;
  const isOver = (dialog: Element) => dialog.getAttribute("aria-modal") !== "false";
  return [...document.querySelectorAll(DIALOG)].some(
    (dialog) => isOver(dialog) && dialog.hasAttribute("data-open"),
  );
}

/** Checks whether a field or a dialog takes a single key, or whether shortcuts are off. */
export function isKeyTaken({ target }: Pick<KeyboardEvent, "target">): boolean {
  return isField(target) || isOfDialog(target) || !areSingleKeysOn();
}
