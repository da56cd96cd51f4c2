import { expect, test, vi } from "vitest";
import { askBeforeLeaving, leaveForGood } from "@/lib/drafts/leaving";

function isAsked(listener: (event: BeforeUnloadEvent) => void): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  listener(event as BeforeUnloadEvent);
  return event.defaultPrevented;
}

// S-7.9
test("the browser asks while something would be lost, and never once the person is gone", () => {
  let isLosing = true;
  const listener = askBeforeLeaving(() => isLosing);
  expect(isAsked(listener)).toBe(true);
  isLosing = false;
  expect(isAsked(listener)).toBe(false);

  isLosing = true;
  const reload = vi.fn(() => expect(isAsked(listener)).toBe(false));
  vi.stubGlobal("window", { location: { reload } });
  leaveForGood();
  vi.unstubAllGlobals();
  expect(reload).toHaveBeenCalledOnce();
});
