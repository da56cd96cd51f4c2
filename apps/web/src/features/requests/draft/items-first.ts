type Page<Button> = {
  /**
   * Returns the ids of the forms of unsaved items. `refused` contains the ids of the forms whose
   * last save failed.
   */
  unsaved: (refused: ReadonlySet<string>) => string[];
  hasForm: (formId: string) => boolean;
  send: (formId: string, button: Button | null) => void;
  defer?: (run: () => void) => void;
};

export function createItemsFirst<Button>(
  detailsId: string,
  { unsaved, hasForm, send, defer = queueMicrotask }: Page<Button>,
) {
  let waiting: string[] = [];
  let pressed: Button | null = null;
  let isSendingDetails = false;
  const refused = new Set<string>();
  const sendNext = () => {
    // A form is missing if someone else removed its item.
    waiting = waiting.filter(hasForm);
    const [next] = waiting;
    if (next !== undefined) return send(next, null);
    isSendingDetails = hasForm(detailsId);
    // Pass the pressed button, so that the button shows that the form is pending.
    if (isSendingDetails) send(detailsId, pressed);
  };
  return {
    settle: (formId: string, isSaved: boolean) => {
      if (!isSaved) {
        refused.add(formId);
        waiting = [];
        return;
      }
      refused.delete(formId);
      if (!waiting.includes(formId)) return;
      waiting = waiting.filter((id) => id !== formId);
      defer(sendNext);
    },
    /** Returns whether the form of the details may be sent now. */
    submit: ({ isValid, button }: { isValid: boolean; button: Button | null }): boolean => {
      // Return true, because the form itself ignores a press of its button while it is pending.
      if (isSendingDetails) return true;
      if (waiting.length > 0) return false;
      const ids = unsaved(refused);
      if (ids.length === 0 || !isValid) {
        isSendingDetails = true;
        return true;
      }
      pressed = button;
      waiting = ids;
      sendNext();
      return false;
    },
    /** Call this function when an attempt to save the details ends on this page. */
    onDetailsAnswer: () => {
      isSendingDetails = false;
    },
  };
}
