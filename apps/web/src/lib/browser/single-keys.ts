/**
 * Attribute of a hidden element that is on the page only if the user turned off single-key
 * shortcuts.
 */
export const SINGLE_KEYS_OFF = "data-single-keys-off";

const DIALOG = '[role="dialog"], [role="alertdialog"]';

function areSingleKeysOn(): boolean {
  return document.querySelector(`[${SINGLE_KEYS_OFF}]`) === null;
}

export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/**
 * Returns true for every target while a modal dialog is open, because an opening dialog does not
 * have the focus yet. Toasts are dialogs that are not modal, so they count only if they contain the
 * target.
 */
export function isOfDialog(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(DIALOG)) return true;
  const isOver = (dialog: Element) => dialog.getAttribute("aria-modal") !== "false";
  return [...document.querySelectorAll(DIALOG)].some(
    (dialog) => isOver(dialog) && dialog.hasAttribute("data-open"),
  );
}

export function isKeyTaken({ target }: Pick<KeyboardEvent, "target">): boolean {
  return isField(target) || isOfDialog(target) || !areSingleKeysOn();
}
