"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

export type Zoom = "fit" | "double";
export type Side = "current" | "previous";

type Selection = {
  /** Null if neither version has files. */
  pairId: string | null;
  selectPair: (id: string) => void;
};

const SelectionContext = createContext<Selection>({ pairId: null, selectPair: () => {} });

/** Shares the file that the viewer shows with the details of that file. */
export function ViewerSelection({
  initialId,
  children,
}: {
  initialId: string | null;
  children: ReactNode;
}) {
  const [pairId, selectPair] = useState(initialId);
  const value = useMemo(() => ({ pairId, selectPair }), [pairId]);
  return <SelectionContext value={value}>{children}</SelectionContext>;
}

export const useViewerSelection = () => useContext(SelectionContext);
