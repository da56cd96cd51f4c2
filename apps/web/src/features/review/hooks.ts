"use client";

import { useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { fieldId } from "@/components/forms/form-context";
import type { Decision } from "@/features/review/types";
import type { FormState } from "@/lib/forms/form-state";
import { isField, isKeyTaken, isOfDialog } from "@/lib/single-keys";

/** A decision that needs a note. The user chooses it before writing the note. */
export type DecisionMode = Exclude<Decision, "accepted">;

const MODE_KEYS: Record<string, DecisionMode> = { m: "partial", r: "returned" };

/** A refused decision keeps its mode, so that the user can correct the note. */
function modeAfter(state: FormState): DecisionMode | null {
  const decision = state && !state.ok ? state.values?.decision : undefined;
  return decision === "partial" || decision === "returned" ? decision : null;
}

function press(formId: string, decision: Decision): void {
  document
    .getElementById(formId)
    ?.querySelector<HTMLButtonElement>(`button[value="${decision}"]`)
    ?.click();
}

const isInForm = (formId: string, target: EventTarget | null) =>
  target instanceof Node && document.getElementById(formId)?.contains(target) === true;

/**
 * The keys of a decision. A accepts. R and M only choose a mode and focus the note. Ctrl+Enter or
 * ⌘Enter submits in that mode, and Escape leaves the mode. While a mode is chosen, A only leaves
 * it, so that one key never sends a note together with an acceptance.
 */
export function useDecisionMode(formId: string, state: FormState): DecisionMode | null {
  const [chosen, setChosen] = useState<{ mode: DecisionMode | null; state: FormState }>();
  const mode = chosen && chosen.state === state ? chosen.mode : modeAfter(state);

  // Use a layout effect, so that the keys work as soon as the form is on the screen.
  useLayoutEffect(() => {
    const choose = (chosenMode: DecisionMode | null) => setChosen({ mode: chosenMode, state });
    const onMode = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (isOfDialog(target) || event.isComposing) return false;
      const isOwn = isInForm(formId, target);
      if (key === "Escape") {
        // Escape in a field of another form, such as the reason to waive, belongs to that form.
        if (isField(target) && !isOwn) return false;
        choose(null);
        if (isField(target)) (target as HTMLElement).blur();
        return true;
      }
      if (key !== "Enter" || !mode || !(event.ctrlKey || event.metaKey)) return false;
      // Outside the form, Ctrl+Enter keeps its own meaning, such as opening a link in a new tab.
      if (event.repeat || !(isOwn || target === document.body)) return false;
      press(formId, mode);
      return true;
    };
    const onSingleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return false;
      const key = event.key.toLowerCase();
      const keyMode = MODE_KEYS[key];
      // Holding a key down must decide only one item.
      if ((key !== "a" && !keyMode) || event.repeat) return false;
      if (keyMode) {
        // Update the label and the buttons before moving the focus, so that screen readers read the
        // new ones.
        flushSync(() => choose(keyMode));
        document.getElementById(fieldId(formId, "note"))?.focus();
      } else if (mode) choose(null);
      else press(formId, "accepted");
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if ((mode && onMode(event)) || onSingleKey(event)) event.preventDefault();
    };
    // Listen on the document. The keys of the review listen on the window, so they run later.
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [formId, mode, state]);
  return mode;
}
