"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";

export function UnsentText({
  id,
  label,
  text = "",
  rows,
}: {
  id: string;
  label: string;
  text?: string | undefined;
  rows: number;
}) {
  return text.trim() ? <TextArea id={id} label={label} value={text} rows={rows} readOnly /> : null;
}

export function UnsentNotice({
  reason,
  discardLabel,
  onDiscard,
  children,
}: {
  reason: string | null;
  discardLabel: string;
  onDiscard: () => void;
  children: ReactNode;
}) {
  return (
    <div role="status" data-unsent className="flex flex-col gap-3">
      {reason ? <p className="font-medium">{reason}</p> : null}
      {children}
      <div className="[@media(scripting:none)]:hidden">
        <Button variant="quiet" size="sm" onClick={onDiscard}>
          {discardLabel}
        </Button>
      </div>
    </div>
  );
}
