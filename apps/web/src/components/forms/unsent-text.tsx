"use client";

import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { copyTextOf } from "@/lib/browser/copy-text";

const TEXTS = {
  copy: "Copy",
  copied: "Copied",
  selected: "The text is selected. Copy it with Ctrl+C or ⌘C, or with your phone’s menu.",
};

export function UnsentText({
  id,
  label,
  copyLabel,
  text = "",
  rows,
}: {
  id: string;
  label: string;
  /** The accessible name of the button. Start it with “Copy”, the visible text of the button. */
  copyLabel: string;
  text?: string | undefined;
  rows: number;
}) {
  const [result, setResult] = useState<"copied" | "selected">();
  if (!text.trim()) return null;
  const copy = async () => {
    const field = document.getElementById(id);
    if (field) setResult((await copyTextOf(field)) ? "copied" : "selected");
  };
  const Icon = result === "copied" ? Check : Copy;
  return (
    <div className="flex flex-col gap-2">
      <TextArea id={id} label={label} value={text} rows={rows} readOnly />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 [@media(scripting:none)]:hidden">
        <Button variant="secondary" aria-label={copyLabel} onClick={() => void copy()}>
          <Icon aria-hidden className="size-4" />
          {TEXTS.copy}
        </Button>
        <span role="status" className="text-sm text-ink-muted">
          {result ? TEXTS[result] : null}
        </span>
      </div>
    </div>
  );
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
        <Button variant="secondary" onClick={onDiscard}>
          {discardLabel}
        </Button>
      </div>
    </div>
  );
}
