"use client";

import { Search } from "lucide-react";
import { openStaffTool } from "@/app/(staff)/o/[org]/_components/staff-tools";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";

export function SearchButton() {
  return (
    <button
      type="button"
      title={strings.searchOrRun}
      onClick={() => openStaffTool("commands")}
      className="flex min-h-8.5 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-ink-subtle hover:bg-hover max-side:min-h-10 max-side:justify-center max-side:border-transparent max-side:bg-transparent max-md:ml-auto max-md:size-11 md:mb-3 side:[--tip:none] [@media(scripting:none)]:hidden"
    >
      <Search aria-hidden className="size-4 shrink-0 max-md:size-5" />
      <span aria-hidden className="grow text-left whitespace-nowrap max-side:hidden">
        {strings.search}
      </span>
      {/* An `aria-label` would have to contain the visible “Ctrl K” too (WCAG 2.5.3). */}
      <span className="sr-only">{strings.searchOrRun}</span>
      <kbd aria-hidden className="hidden side:pointer-fine:inline-block">
        Ctrl K
      </kbd>
    </button>
  );
}
