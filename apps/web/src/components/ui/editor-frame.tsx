"use client";

import { ChevronDown, Smartphone } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { FADE_WHILE_MORE, ScrollRegion } from "@/components/ui/scroll-region";
import { classNames } from "@/lib/style/class-names";

const PANE =
  "border-line bg-sunken preview:sticky preview:top-13 max-preview:border-t max-md:border-b";

const SCREEN = `${FADE_WHILE_MORE} mx-auto max-w-90 overflow-clip rounded-[1.75rem] border border-line bg-surface preview:max-h-[calc(100dvh-9rem)] preview:overflow-y-auto [&_[data-brand-preview]]:border-0`;

export function EditorFrame({
  title,
  reader,
  preview,
  children,
}: {
  title: string;
  /** Says whose view the preview shows, for example “As Ada sees it”. */
  reader: string;
  preview: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="bleed md:-mb-10 md:min-h-[calc(100dvh-4.5rem)] max-preview:flex max-preview:flex-col print:block preview:grid preview:grid-cols-[minmax(0,1fr)_23.75rem] side:grid-cols-[minmax(0,1fr)_28.75rem]">
      {/* If the preview is next to the form, leave space below the form for the open menu of the
          last item. */}
      <div className="min-w-0 grow px-(--gutter) pt-6 pb-8 preview:pb-24">
        <div className="flex max-w-[47.5rem] flex-col gap-6">{children}</div>
      </div>
      <aside
        aria-label={title}
        data-print="hide"
        className="overflow-clip bg-sunken max-preview:md:rounded-b-lg preview:overflow-visible preview:rounded-br-lg preview:border-l"
      >
        <div className={PANE}>
          <div className="flex min-h-11 items-center gap-2 px-(--gutter) preview:px-5">
            <h2 className="flex items-center gap-2 text-sm font-semibold max-preview:hidden">
              <Smartphone aria-hidden className="size-4 text-ink-subtle" />
              {title}
            </h2>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
              className="flex min-h-11 items-center gap-2 font-semibold preview:hidden [@media(scripting:none)]:hidden"
            >
              <Smartphone aria-hidden className="size-4 text-ink-subtle" />
              {title}
              <ChevronDown
                aria-hidden
                className={classNames("size-4 text-ink-subtle", isOpen && "rotate-180")}
              />
            </button>
            <p className="ml-auto text-xs text-ink-subtle">{reader}</p>
          </div>
          <div
            id={id}
            className={classNames(
              "px-3 pb-8",
              !isOpen && "max-preview:hidden [@media(scripting:none)]:block",
            )}
          >
            <ScrollRegion aria-label={title} data-preview-scroll className={SCREEN}>
              {preview}
            </ScrollRegion>
          </div>
        </div>
      </aside>
    </div>
  );
}
