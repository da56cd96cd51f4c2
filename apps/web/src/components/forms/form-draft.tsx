"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DraftOwnerContext, useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { useReturnedFocus } from "@/lib/forms/returned-focus";

const TEXTS = {
  restored: "We restored your unsaved changes.",
  discard: "Discard changes",
} as const;

export function FormDrafts({ children }: { children: ReactNode }) {
  return <DraftOwnerContext value={useDraftOwner()}>{children}</DraftOwnerContext>;
}

export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  useReturnedFocus();
  return (
    <div
      role="status"
      data-restored
      className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken px-3 py-1 text-sm"
    >
      <p className="grow py-1.5">{TEXTS.restored}</p>
      <Button variant="quiet" size="sm" onClick={onDiscard}>
        {TEXTS.discard}
      </Button>
    </div>
  );
}
