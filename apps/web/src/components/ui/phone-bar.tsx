import type { ReactNode } from "react";

/**
 * Shows a page's main actions at the bottom of the screen on a phone, and in their normal place
 * elsewhere.
 */
export function PhoneBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-phone-bar
      data-print="hide"
      className="contents max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--bottom-bar) max-sm:z-20 max-sm:flex max-sm:flex-wrap max-sm:gap-3 max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:px-4 max-sm:py-3 max-sm:*:grow max-sm:*:whitespace-nowrap"
    >
      {children}
    </div>
  );
}
