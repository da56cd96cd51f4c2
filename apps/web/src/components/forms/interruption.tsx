"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, createContext } from "react";

/** After a new proof of identity, a form with this failure may be sent again. */
export const NEEDS_PROOF = "insufficient_aal";

export type InterruptionProps = {
  replay: () => void;
  /** Called when the dialog closes, with or without a proof. */
  onClose: () => void;
};

/** The dialog that asks for proof. With `null`, forms only show their failure. */
export const InterruptionContext = createContext<ComponentType<InterruptionProps> | null>(null);

/** Links to the page for the proof, for pages without scripts or after the dialog was closed. */
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
