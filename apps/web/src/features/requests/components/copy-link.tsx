"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { page } from "@/features/requests/strings";
import { copyTextOf } from "@/lib/browser/copy-text";

export const CLIENT_LINK_ID = "client-link";

export function CopyLink({ address }: { address: string }) {
  const shown = useRef<HTMLElement>(null);
  const [result, setResult] = useState<"copied" | "selected">();
  const copy = async () => {
    if (!shown.current) return;
    setResult((await copyTextOf(shown.current)) ? "copied" : "selected");
  };
  const scheme = /^https?:\/\//.exec(address)?.[0] ?? "";
  const Icon = result === "copied" ? Check : Copy;
  return (
    <>
      <span className="flex items-center gap-2">
        <code
          ref={shown}
          id={CLIENT_LINK_ID}
          className="min-w-0 grow truncate font-sans text-ink-muted"
        >
          {/* Hide the scheme, which would only take up space, but keep it in the copied text. */}
          <span className="text-[0px]">{scheme}</span>
          {address.slice(scheme.length)}
        </code>
        <button
          type="button"
          aria-label={page.copyLink}
          title={page.copyLink}
          onClick={() => void copy()}
          className={buttonClasses(
            "secondary",
            "sm",
            "size-7 shrink-0 px-0 pointer-coarse:size-11 [@media(scripting:none)]:hidden",
          )}
        >
          <Icon aria-hidden className="size-4 text-ink-muted" />
        </button>
      </span>
      <span role="status" className="block text-xs text-ink-muted empty:hidden">
        {result ? page[result] : null}
      </span>
    </>
  );
}
