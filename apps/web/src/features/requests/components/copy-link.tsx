"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { page } from "@/features/requests/strings";
import { copyTextOf } from "@/lib/copy-text";

export function CopyLink({ address }: { address: string }) {
  const shown = useRef<HTMLElement>(null);
  const [result, setResult] = useState<"copied" | "selected">();
  const copy = async () => {
    if (!shown.current) return;
    setResult((await copyTextOf(shown.current)) ? "copied" : "selected");
  };
  const isCopied = result === "copied";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code
        ref={shown}
        className="min-w-0 grow truncate rounded-md bg-sunken px-3 py-2 font-mono text-sm"
      >
        {address}
      </code>
      <Button
        variant="secondary"
        size="sm"
        className="min-h-11 [@media(scripting:none)]:hidden"
        onClick={() => void copy()}
      >
        {isCopied ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
        <span aria-live="polite">{isCopied ? page.copied : page.copyLink}</span>
      </Button>
      <p role="status" className="basis-full text-sm text-ink-muted empty:hidden">
        {result === "selected" ? page.selected : null}
      </p>
    </div>
  );
}
