"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

export type Zoom = "fit" | "double";
export type Side = "current" | "previous";

type Selection = {
  pairId: string | null;
  selectPair: (id: string) => void;
  isCompared: boolean;
  setCompared: (isCompared: boolean) => void;
};

const SelectionContext = createContext<Selection>({
  pairId: null,
  selectPair: () => {},
  isCompared: false,
  setCompared: () => {},
});

export function ViewerSelection({
  initialId,
  isComparedFirst,
  children,
}: {
  initialId: string | null;
  isComparedFirst: boolean;
  children: ReactNode;
}) {
  const [pairId, selectPair] = useState(initialId);
  const [isCompared, setCompared] = useState(isComparedFirst);
  const value = useMemo(
    () => ({ pairId, selectPair, isCompared, setCompared }),
    [pairId, isCompared],
  );
  return <SelectionContext value={value}>{children}</SelectionContext>;
}

export const useViewerSelection = () => useContext(SelectionContext);
