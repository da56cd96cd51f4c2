"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, createContext } from "react";

/** The user proved their identity again, so the form with this failure may be sent again. */
export const NEEDS_PROOF = "insufficient_aal";

export type InterruptionProps = {
  replay: () => void;
  /** Called when the dialog closes, whether or not the user proved their identity. */
  onClose: () => void;
};

/** The dialog in which the user proves their identity. If `null`, forms only show their failure. */
export const InterruptionContext = createContext<ComponentType<InterruptionProps> | null>(null);

/**
 * Links to the page where the user can prove their identity without scripts, or after closing the
 * dialog.
 */
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
