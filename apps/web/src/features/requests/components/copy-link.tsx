"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { page } from "@/features/requests/strings";

/** The client's permanent link, readable and copied with one press. */
export function CopyLink({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 grow truncate rounded-md bg-sunken px-3 py-2 font-mono text-sm">
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
    </div>
  );
}
