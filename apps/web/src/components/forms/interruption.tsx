"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, createContext } from "react";

/** Code of a failure after which the same may be sent again once the person has proven who they are. */
export const NEEDS_PROOF = "insufficient_aal";

/** What an interruption is given. */
export type InterruptionProps = {
  /** Sends the interrupted form once more. */
  replay: () => void;
  /** Called when it is over, proven or given up. */
  onClose: () => void;
};

/** The dialog that asks for proof; `null` where forms only show their failure. */
export const InterruptionContext = createContext<ComponentType<InterruptionProps> | null>(null);

/** Way to the proof's own page and back, for pages without scripts or a closed dialog. */
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
