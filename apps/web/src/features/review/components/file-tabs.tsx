"use client";

import type { MouseEvent } from "react";
import { LinkStrip } from "@/components/ui/link-strip";
import { FileIcon } from "@/features/review/components/file-icon";
import { useViewerSelection } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";
import type { FilePair } from "@/features/review/viewer/pairs";
import { classNames } from "@/lib/style/class-names";

export function FileTabs({
  pairs,
  selectedId,
  previousNo,
}: {
  pairs: readonly FilePair<ReviewFile>[];
  selectedId: string | null;
  previousNo: number | null;
}) {
  const { selectPair } = useViewerSelection();
  const select = (id: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    selectPair(id);
  };
  return (
    <nav
      aria-label={strings.files}
      className="shrink-0 border-b border-line bg-surface [--gutter:0.75rem] print:hidden"
    >
      <LinkStrip>
        <ul className="flex gap-1 py-2">
          {pairs.map(({ id, current, previous }) => {
            const file = current ?? previous;
            if (!file) return null;
            const isSelected = id === selectedId;
            return (
              <li key={id} className="flex">
                <a
                  href={`?file=${id}`}
                  onClick={select(id)}
                  aria-current={isSelected ? "page" : undefined}
                  title={file.name}
                  className={classNames(
                    "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium whitespace-nowrap pointer-coarse:h-11",
                    isSelected
                      ? "bg-accent-soft font-semibold text-accent forced-colors:border"
                      : "text-ink-muted hover:bg-hover",
                    !current && "line-through",
                  )}
                >
                  <FileIcon mime={file.mime} className="size-3.5 shrink-0" />
                  <span dir="auto" className="max-w-48 truncate">
                    {file.name}
                  </span>
                  {current || previousNo === null ? null : (
                    <span className="sr-only">, {strings.version(previousNo)}</span>
                  )}
                </a>
              </li>
            );
          })}
        </ul>
      </LinkStrip>
    </nav>
  );
}
