"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";
import { isField, isKeyTaken, isOfDialog } from "@/lib/single-keys";

/**
 * Single keys of the review: J opens the next item and K the previous one. They do nothing in
 * fields and dialogs. Escape leaves a field, or else the review. The decision form handles its own
 * keys first.
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
