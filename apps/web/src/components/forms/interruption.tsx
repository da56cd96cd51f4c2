"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, createContext } from "react";

/**
 * The error code of an action that needs a recent proof of identity. After the proof, the form is
 * sent again.
 */
export const NEEDS_PROOF = "insufficient_aal";

export type InterruptionProps = {
  replay: () => void;
  onClose: () => void;
};

/** The component that asks for a proof of identity. If `null`, forms show the failure instead. */
export const InterruptionContext = createContext<ComponentType<InterruptionProps> | null>(null);

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
