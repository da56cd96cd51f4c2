"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import type { FormFailure } from "@/lib/forms/form-state";
import { isFocusLost } from "@/lib/forms/returned-focus";

/**
 * The result of an action may unmount the form that should show its error. `OutlivedError` then
 * shows the error outside the form.
 */
export const OutlivedErrorContext = createContext<{
  keep: (formId: string, failure: FormFailure) => void;
  drop: () => void;
  release: (formId: string) => void;
}>({ keep: () => {}, drop: () => {}, release: () => {} });

type Outlived = { formId: string; failure: FormFailure; pathname: string };

/** If the form unmounts later than this, the user has already seen the error in the form. */
const HELD_MILLISECONDS = 10_000;

export function OutlivedError({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const held = useRef<(Outlived & { until: number }) | null>(null);
  const [shown, setShown] = useState<Outlived | null>(null);
  if (shown && shown.pathname !== pathname) setShown(null);
  const summary = useRef<HTMLDivElement>(null);
  // The focus was in the removed form. Do not move it if the user has focused another element
  // since.
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
