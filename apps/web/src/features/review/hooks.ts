"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Decision } from "@/features/review/types";
import { type KeyPlace, toModeCommand } from "@/lib/browser/mode-keys";
import { mayNavigate } from "@/lib/browser/offline-navigation";
import { isField, isKeyTaken, isOfDialog } from "@/lib/browser/single-keys";
import { fieldId } from "@/lib/forms/form-context";
import type { FormState } from "@/lib/forms/form-state";

/**
 * The key A works only while no form is open, so that users do not accept an answer that they want
 * to return.
 */
const KEYS: Record<"openKeys" | "submitKeys", Record<string, Decision>> = {
  openKeys: { m: "partial", r: "returned", w: "waived" },
  submitKeys: { a: "accepted" },
};

/** After a failed decision, the form keeps its mode, so that the user can correct the note. */
function modeAfter(state: FormState): Decision | null {
  const decision = state && !state.ok ? state.values?.decision : undefined;
  return (decision as Decision | undefined) ?? null;
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

function focusModeButton(mode: Decision | null): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[data-mode="${mode}"]`)];
  const shown = buttons.find((element) => element.getClientRects().length > 0);
  (shown ?? document.getElementById("main"))?.focus();
}

function placeOf(formId: string, event: KeyboardEvent): KeyPlace {
  const { target } = event;
  return {
    isDialog: isOfDialog(target),
    isField: isField(target),
    isInForm: isInForm(formId, target),
    isBody: target === document.body,
    isTaken: isKeyTaken(event),
  };
}

type DecisionKeys = {
  formId: string;
  state: FormState;
  initial: Decision | null;
  available: readonly Decision[];
};

export function useDecisionMode({ formId, state, initial, available }: DecisionKeys) {
  const [chosen, setChosen] = useState<Decision | null>();
  const wanted = chosen === undefined ? (modeAfter(state) ?? initial) : chosen;
  const mode = wanted && available.includes(wanted) ? wanted : null;

  const choose = (next: Decision) => {
    // Render the form before the focus moves, so that screen readers read the field's new label.
    flushSync(() => setChosen(next));
    focusNote(formId);
  };
  const leave = () => {
    flushSync(() => setChosen(null));
    focusModeButton(mode);
  };

  // Use a layout effect, so that the keys work as soon as the item appears on the screen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = toModeCommand(event, placeOf(formId, event), { mode, available, ...KEYS });
      if (!command) return;
      if (command.do === "open") choose(command.mode);
      else if (command.do === "submit") press(formId, command.mode);
      else leave();
      event.preventDefault();
    };
    // The shortcuts of the review page listen on the window, so this listener runs first.
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
    const open = (href: Route) => {
      if (mayNavigate()) router.push(href);
    };
    const onEscape = ({ target }: KeyboardEvent) => {
      // Ignore Escape in dialogs and toasts, which handle the key.
      if (!(target instanceof HTMLElement) || isOfDialog(target)) return;
      if (isField(target)) target.blur();
      else open(close);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === "Escape") return onEscape(event);
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
      const key = event.key.toLowerCase();
      if (key === "j" && next) open(next);
      else if (key === "k" && previous) open(previous);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router, previous, next, close]);
  return null;
}
