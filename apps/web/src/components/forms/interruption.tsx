"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, createContext } from "react";

/**
 * Code of a failure after which the form may be sent again once the user has authenticated again.
 */
export const NEEDS_PROOF = "insufficient_aal";

export type InterruptionProps = {
  /** Sends the interrupted form again. */
  replay: () => void;
  /** Called when the dialog closes, with or without a proof. */
  onClose: () => void;
};

/** The dialog that asks for proof; `null` where forms only show their failure. */
export const InterruptionContext = createContext<ComponentType<InterruptionProps> | null>(null);

/** Link to the page for the proof and back, for pages without scripts or a closed dialog. */
export function InterruptionLink() {
  const pathname = usePathname();
  return (
    <Link
      href={`/mfa?next=${encodeURIComponent(pathname)}` as Route}
      className="link inline-flex min-h-11 items-center"
    >
      Enter your verification code
    </Link>
  );
}
