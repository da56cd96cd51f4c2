"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { DecisionMode } from "@/features/review/types";
import { isField, isKeyTaken, isOfDialog } from "@/lib/browser/single-keys";
import { fieldId } from "@/lib/forms/form-context";
import type { FormState } from "@/lib/forms/form-state";

const MODE_KEYS: Record<string, DecisionMode> = { m: "partial", r: "returned", w: "waived" };

/** After a refused decision, the form keeps its mode, so that the user can correct the note. */
function modeAfter(state: FormState): DecisionMode | null {
  const decision = state && !state.ok ? state.values?.decision : undefined;
  return (decision as DecisionMode | undefined) ?? null;
}

function press(formId: string, decision: string): void {
  document
    .getElementById(formId)
    ?.querySelector<HTMLButtonElement>(`button[name="decision"][value="${decision}"]`)
    ?.click();
}

const isInForm = (formId: string, target: EventTarget | null) =>
  target instanceof Node && document.getElementById(formId)?.contains(target) === true;

function focusNote(formId: string): void {
  document.getElementById(fieldId(formId, "note"))?.focus();
}

type DecisionKeys = {
  formId: string;
  state: FormState;
  initial: DecisionMode | null;
  available: readonly DecisionMode[];
};

/**
 * The key A accepts the answer. R, M and W open the form of a decision. While a form is open, A
 * does nothing, so that a key cannot accept an answer that the user wants to return.
 */
export function useDecisionMode({ formId, state, initial, available }: DecisionKeys) {
  const [chosen, setChosen] = useState<DecisionMode | null>();
  const wanted = chosen === undefined ? (modeAfter(state) ?? initial) : chosen;
  const mode = wanted && available.includes(wanted) ? wanted : null;
  const keys = available.join();

  const choose = (next: DecisionMode) => {
    // Render the form before the focus moves, so that screen readers read the field's new label.
    flushSync(() => setChosen(next));
    focusNote(formId);
  };
  const leave = () => {
    flushSync(() => setChosen(null));
    const button = `[data-mode="${mode}"]`;
    const shown = [...document.querySelectorAll<HTMLElement>(button)].find(
      (element) => element.getClientRects().length > 0,
    );
    (shown ?? document.getElementById("main"))?.focus();
  };

  // Use a layout effect, so that the keys work as soon as the item appears on the screen.
  useLayoutEffect(() => {
    const offered = keys.split(",");
    const onMode = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (isOfDialog(target) || event.isComposing) return false;
      const isOwn = isInForm(formId, target);
      if (key === "Escape") {
        // Ignore Escape in a field of another form.
        if (isField(target) && !isOwn) return false;
        leave();
        return true;
      }
      if (key !== "Enter" || !(event.ctrlKey || event.metaKey)) return false;
      // Outside the form, Ctrl+Enter has another meaning, such as opening a link in a new tab.
      if (event.repeat || !(isOwn || target === document.body)) return false;
      press(formId, mode ?? "");
      return true;
    };
    const onSingleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return false;
      const key = event.key.toLowerCase();
      // Ignore repeated events, so that holding down a key decides only one item.
      if (event.repeat) return false;
      const keyMode = MODE_KEYS[key];
      if (keyMode && offered.includes(keyMode)) choose(keyMode);
      else if (key === "a" && !mode) press(formId, "accepted");
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if ((mode && onMode(event)) || onSingleKey(event)) event.preventDefault();
    };
    // The shortcuts of the review page listen on the window, so this form handles its keys first.
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return { mode, choose, leave };
}

/**
 * Escape removes the focus from a field, or closes the review if no field has the focus. The
 * decision form handles its own keys first.
 */
export function ReviewKeys({
  previous,
  next,
  close,
}: {
  previous: Route | null;
  next: Route | null;
  close: Route;
}) {
  const router = useRouter();
  useLayoutEffect(() => {
    const onEscape = ({ target }: KeyboardEvent) => {
      // Ignore Escape in dialogs and toasts, which handle the key.
      if (!(target instanceof HTMLElement) || isOfDialog(target)) return;
      if (isField(target)) target.blur();
      else router.push(close);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === "Escape") return onEscape(event);
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
      const key = event.key.toLowerCase();
      if (key === "j" && next) router.push(next);
      else if (key === "k" && previous) router.push(previous);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router, previous, next, close]);
  return null;
}
