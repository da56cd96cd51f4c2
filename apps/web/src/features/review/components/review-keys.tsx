"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";
import { fieldId } from "@/components/forms/form-context";
import { isField, isKeyTaken, isOfDialog } from "@/lib/single-keys";

const WAIVE_ID = "waive-item";

/**
 * Opens the waive form and focuses the reason. If the user has already typed a reason, waives the
 * item.
 */
function waive(): void {
  const form = document.getElementById(WAIVE_ID);
  const details = form?.querySelector("details");
  const note = document.getElementById(fieldId(WAIVE_ID, "note"));
  if (!form || !details || !(note instanceof HTMLTextAreaElement)) return;
  details.open = true;
  if (note.value.trim() === "") note.focus();
  else form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}

/**
 * Single keys of the review: J opens the next item, K the previous one, and W waives. They do
 * nothing in fields and dialogs. Escape leaves a field, or else the review. The decision form
 * handles its own keys first.
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
  // Use a layout effect, so that the keys work as soon as the item is on the screen.
  useLayoutEffect(() => {
    const onEscape = ({ target }: KeyboardEvent) => {
      // Dialogs and toasts handle Escape themselves.
      if (!(target instanceof HTMLElement) || isOfDialog(target)) return;
      if (isField(target)) target.blur();
      else router.push(close);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === "Escape") return onEscape(event);
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
      const key = event.key.toLowerCase();
      // Holding a key down may move through many items but must decide only one.
      if (event.repeat && key !== "j" && key !== "k") return;
      if (key === "j" && next) router.push(next);
      else if (key === "k" && previous) router.push(previous);
      else if (key === "w") waive();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router, previous, next, close]);
  return null;
}
