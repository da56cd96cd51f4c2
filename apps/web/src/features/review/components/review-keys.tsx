"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";
import { isField, isKeyTaken, isOfDialog } from "@/lib/browser/single-keys";

/**
 * The single-key shortcuts of the review: J opens the next item, and K the previous one. Single
 * keys do nothing in fields and dialogs. Escape removes the focus from a field, or closes the
 * review if no field has the focus. The decision form handles its own keys first.
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
  // Use a layout effect, so that the keys work as soon as the item appears on the screen.
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
