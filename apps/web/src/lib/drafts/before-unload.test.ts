import { expect, test, vi } from "vitest";
import { askBeforeUnload, reloadWithoutAsking } from "@/lib/drafts/before-unload";

function isAsked(listener: (event: BeforeUnloadEvent) => void): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  listener(event as BeforeUnloadEvent);
  return event.defaultPrevented;
}

// S-7.9
test("askBeforeUnload makes the browser ask before unsaved changes are lost, but not during reloadWithoutAsking", () => {
  let isLosing = true;
  const listener = askBeforeUnload(() => isLosing);
  expect(isAsked(listener)).toBe(true);
  isLosing = false;
  expect(isAsked(listener)).toBe(false);

  isLosing = true;
  const reload = vi.fn(() => expect(isAsked(listener)).toBe(false));
  vi.stubGlobal("window", { location: { reload } });
  reloadWithoutAsking();
  vi.unstubAllGlobals();
  expect(reload).toHaveBeenCalledOnce();
});
