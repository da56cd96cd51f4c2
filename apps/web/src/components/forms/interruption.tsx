"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, createContext } from "react";

/**
 * Error code of an action that needs a recent proof of identity. The form is sent again after the
 * proof.
 */
export const NEEDS_PROOF = "insufficient_aal";

export type InterruptionProps = {
  replay: () => void;
  /** Called when the dialog closes, with or without a proof of identity. */
  onClose: () => void;
};

/** The dialog in which the user proves their identity. If `null`, forms only show the failure. */
export const InterruptionContext = createContext<ComponentType<InterruptionProps> | null>(null);

/**
 * Links to the page where the user proves their identity, for users without scripts and for users
 * who closed the dialog.
 */
export function InterruptionLink() {
  const pathname = usePathname();
  return (
    <Link
      href={`/mfa?next=${encodeURIComponent(pathname)}` as Route}
      className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
    >
      Enter your verification code
    </Link>
  );
}
