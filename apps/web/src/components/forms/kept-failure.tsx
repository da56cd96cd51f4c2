"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import type { FormFailure } from "@/lib/forms/form-state";

/** Where a form leaves a failure in case it does not live to show it. */
export const KeptFailureContext = createContext<{
  keep: (formId: string, failure: FormFailure) => void;
  /** The form was sent again. */
  drop: () => void;
  /** The form is gone from the page. */
  release: (formId: string) => void;
}>({ keep: () => {}, drop: () => {}, release: () => {} });

type Kept = { formId: string; failure: FormFailure; pathname: string };

/** A form that goes later than this goes for another reason, and its failure was read in it. */
const HELD_MILLISECONDS = 10_000;

/** Whether nothing has the focus, or the page as a whole: `useReturnedFocus` gives it there. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === "main";
}

/**
 * Says what failed after its form is gone: the page that was read anew with the failure may have no
 * place for it any more. The next attempt, or another page, takes it away.
 */
export function KeptFailure({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const held = useRef<(Kept & { until: number }) | null>(null);
  const [shown, setShown] = useState<Kept | null>(null);
  if (shown && shown.pathname !== pathname) setShown(null);
  const summary = useRef<HTMLDivElement>(null);
  // What had the focus is gone with the form; who has gone on elsewhere is left there.
  useEffect(() => {
    if (shown && isFocusLost()) summary.current?.focus();
  }, [shown]);
  const value = useMemo(
    () => ({
      keep: (formId: string, failure: FormFailure) => {
        const until = performance.now() + HELD_MILLISECONDS;
        held.current = { formId, failure, pathname, until };
      },
      drop: () => {
        held.current = null;
        setShown(null);
      },
      release: (formId: string) => {
        const kept = held.current;
        if (kept?.formId !== formId) return;
        held.current = null;
        if (performance.now() < kept.until) setShown(kept);
      },
    }),
    [pathname],
  );
  return (
    <KeptFailureContext value={value}>
      {shown ? (
        <div className="mb-4">
          <ErrorSummary ref={summary} failure={shown.failure} formId={shown.formId} />
        </div>
      ) : null}
      {children}
    </KeptFailureContext>
  );
}
