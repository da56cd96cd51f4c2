"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { FormContext, useFormPending } from "@/lib/forms/form-context";

type Pending = ReturnType<typeof useFormPending>;

const IDLE: Pending = { isPending: false, pressedKey: undefined };

const UndoContext = createContext({ pending: IDLE, report: (_pending: Pending) => {} });

/**
 * On phones, the Undo button is inside the decision form but submits the undo form. The provider
 * passes the state of the undo form to the button.
 */
export function UndoPending({ children }: { children: ReactNode }) {
  const [pending, report] = useState(IDLE);
  const value = useMemo(() => ({ pending, report }), [pending]);
  return <UndoContext value={value}>{children}</UndoContext>;
}

/** Render this component in the undo form. */
export function ReportUndo() {
  const { isPending, pressedKey } = useFormPending();
  const { report } = useContext(UndoContext);
  useEffect(() => {
    report({ isPending, pressedKey });
    return () => report(IDLE);
  }, [isPending, pressedKey, report]);
  return null;
}

export function WithUndoPending({ children }: { children: ReactNode }) {
  const form = useContext(FormContext);
  const { pending } = useContext(UndoContext);
  return <FormContext value={{ ...form, ...pending }}>{children}</FormContext>;
}
