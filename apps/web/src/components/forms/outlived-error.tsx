"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import type { FormFailure } from "@/lib/forms/form-state";
import { isFocusLost } from "@/lib/forms/returned-focus";

/**
 * Stores the error of a form, because the result of an action may unmount the form that should show
 * it.
 */
export const OutlivedErrorContext = createContext<{
  keep: (formId: string, failure: FormFailure) => void;
  drop: () => void;
  release: (formId: string) => void;
}>({ keep: () => {}, drop: () => {}, release: () => {} });

type Outlived = { formId: string; failure: FormFailure; pathname: string };

/**
 * The time after the action's result in which the form may unmount. If the form unmounts later, the
 * error is dropped, because the form itself has already shown it.
 */
const HELD_MILLISECONDS = 10_000;

/**
 * Shows the error of a form that a render removed. The error stays until the user sends a form
 * again or opens another page.
 */
export function OutlivedError({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const held = useRef<(Outlived & { until: number }) | null>(null);
  const [shown, setShown] = useState<Outlived | null>(null);
  if (shown && shown.pathname !== pathname) setShown(null);
  const summary = useRef<HTMLDivElement>(null);
  // The focus was in the removed form. If the user has moved the focus since, do not move it again.
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
        const outlived = held.current;
        if (outlived?.formId !== formId) return;
        held.current = null;
        if (performance.now() < outlived.until) setShown(outlived);
      },
    }),
    [pathname],
  );
  return (
    <OutlivedErrorContext value={value}>
      {shown ? (
        <div className="mb-4">
          <ErrorSummary ref={summary} failure={shown.failure} formId={shown.formId} />
        </div>
      ) : null}
      {children}
    </OutlivedErrorContext>
  );
}
