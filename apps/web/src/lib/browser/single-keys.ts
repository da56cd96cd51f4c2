/**
 * Attribute of a hidden element. The element is on the page if the user turned off single-key
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
 * Returns true for every target while a modal dialog is open, because the dialog is about to take
 * the focus. Toasts are dialogs too, but handle only keys that were pressed within them.
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
