"use client";

import { Check, Copy } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { strings as fileStrings } from "@/features/files/strings";
import { useViewerSelection } from "@/features/review/components/viewer-selection";
import { fileChecks, strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";
import type { FilePair } from "@/features/review/viewer/pairs";
import { copyTextOf } from "@/lib/browser/copy-text";
import { formatBytes } from "@/lib/format/bytes";

function Fingerprint({ sha256 }: { sha256: string }) {
  const shown = useRef<HTMLElement>(null);
  const [result, setResult] = useState<"copied" | "selected">();
  const copy = async () => {
    if (!shown.current) return;
    setResult((await copyTextOf(shown.current)) ? "copied" : "selected");
  };
  const Icon = result === "copied" ? Check : Copy;
  return (
    <dd>
      <span className="flex items-center gap-1">
        {/* CSS truncates the middle of a long fingerprint. The element contains all digits for
            copying. */}
        <code ref={shown} title={sha256} className="min-w-0 font-mono text-2xs whitespace-nowrap">
          <span className="inline-block max-w-[calc(100%-6ch)] truncate align-bottom">
            {sha256.slice(0, -6)}
          </span>
          {sha256.slice(-6)}
        </code>
        <button
          type="button"
          aria-label={strings.copySha256}
          title={strings.copySha256}
          onClick={() => void copy()}
          className={buttonClasses(
            "quiet",
            "sm",
            "size-6 min-h-6 shrink-0 px-0 [@media(scripting:none)]:hidden",
          )}
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      </span>
      <span role="status" className="block text-2xs text-ink-muted empty:hidden">
        {result ? strings[result] : null}
      </span>
    </dd>
  );
}

export function FileDetails({
  pairs,
  record,
}: {
  pairs: readonly FilePair<ReviewFile>[];
  record: { no: number; href: ComponentProps<typeof Link>["href"] } | null;
}) {
  const { pairId } = useViewerSelection();
  const pair = pairs.find(({ id }) => id === pairId) ?? pairs[0];
  const file = pair?.current ?? pair?.previous;
  if (!file && !record) return null;
  const sentenceOf = file?.uploaderKind === "staff" ? strings.fromStaff : strings.fromContact;
  return (
    <div className="grid gap-2.5 border-t border-line pt-3.5 text-xs">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 gap-y-1.5 [&_dt]:min-w-18 [&_dt]:whitespace-nowrap [&_dt]:text-ink-subtle">
        {file ? (
          <>
            <dt>{strings.file}</dt>
            <dd className="break-words">
              <span dir="auto">{file.name}</span> ·{" "}
              <span className="whitespace-nowrap">{formatBytes(file.bytes)}</span>
            </dd>
            <dt>{strings.from}</dt>
            <dd className="break-words">{sentenceOf(file.uploaderName)}</dd>
            <dt>{strings.checks}</dt>
            <dd>{fileChecks[file.status]}</dd>
            {file.sha256 ? (
              <>
                <dt>{strings.sha256}</dt>
                <Fingerprint key={file.id} sha256={file.sha256} />
              </>
            ) : null}
          </>
        ) : null}
        {record ? (
          <>
            <dt>{strings.record}</dt>
            <dd>
              <Link
                href={record.href}
                className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                {strings.event(record.no)}
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
      {file ? <p className="text-ink-muted">{fileStrings.unscanned}</p> : null}
    </div>
  );
}
