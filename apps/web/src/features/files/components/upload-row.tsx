"use client";

import { RotateCcw, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { FileMark } from "@/features/files/components/file-mark";
import { FILE_ROW } from "@/features/files/components/file-row";
import type { ItemUploads } from "@/features/files/hooks";
import { strings } from "@/features/files/strings";
import type { UploadEntry } from "@/features/files/types";
import { usePassedFocus } from "@/features/files/upload/row-focus";
import { formatBytes } from "@/lib/format/bytes";
import { classNames } from "@/lib/style/class-names";

const texts = strings.upload;

export function UploadRow({
  entry,
  uploads,
  isLeft = false,
}: {
  entry: UploadEntry;
  uploads: ItemUploads;
  /** True if the item closed before the upload was complete. The text above the row says so. */
  isLeft?: boolean;
}) {
  const row = useRef<HTMLLIElement>(null);
  usePassedFocus(row);
  const percent = entry.share === undefined ? undefined : Math.floor(entry.share * 100);
  const isPaused = entry.state === "paused";
  const isFailed = entry.state === "failed" || entry.state === "refused" || isPaused;
  const canRetry = !isLeft && (entry.state === "failed" || isPaused);
  return (
    <li
      ref={row}
      className={classNames(FILE_ROW, canRetry ? "items-start sm:items-center" : "items-center")}
    >
      <FileMark name={entry.name} />
      <div className="flex min-w-0 grow flex-col gap-x-3 gap-y-2 sm:flex-row sm:items-center">
        <div className="min-w-0 grow">
          <p className="font-semibold wrap-anywhere">{entry.name}</p>
          {isFailed && (isLeft || !isPaused) ? null : (
            <progress
              // Reserve the space of the progress bar until its value is known.
              className={classNames("meter my-1.5", percent === undefined && "invisible")}
              value={percent ?? 0}
              max={100}
              aria-label={texts.progress(entry.name)}
            />
          )}
          {isFailed && !isLeft ? (
            <p className={isPaused ? "text-sm text-ink-muted" : "text-sm text-danger"}>
              {entry.message}
            </p>
          ) : (
            <p className="text-sm text-ink-muted">
              {isFailed
                ? formatBytes(entry.bytes)
                : [formatBytes(entry.bytes), stateText(entry.state, percent), entry.message]
                    .filter(Boolean)
                    .join(" · ")}
            </p>
          )}
        </div>
        {canRetry ? (
          <Button
            size="sm"
            variant="secondary"
            className="shrink-0 self-start sm:self-auto"
            aria-label={texts.retryNamed(entry.name)}
            onClick={() => {
              uploads.retry(entry.key);
              // Move the focus to the cancel button, which replaces this button.
              requestAnimationFrame(() => row.current?.querySelector("button")?.focus());
            }}
          >
            <RotateCcw aria-hidden className="size-4" />
            {texts.retry}
          </Button>
        ) : null}
      </div>
      {isFailed ? (
        <Button
          variant="quiet"
          className={classNames("min-w-11 shrink-0 px-2", canRetry && "max-sm:-mt-2.5")}
          aria-label={strings.removeNamed(entry.name)}
          title={strings.remove}
          onClick={() => uploads.dismiss(entry.key)}
        >
          <X aria-hidden className="size-5" />
        </Button>
      ) : entry.state === "waiting" || entry.state === "sending" ? (
        <Button
          size="sm"
          variant="quiet"
          className="shrink-0"
          aria-label={texts.cancelNamed(entry.name)}
          onClick={() => uploads.cancel(entry.key)}
        >
          {texts.cancel}
        </Button>
      ) : null}
    </li>
  );
}

function stateText(state: UploadEntry["state"], percent: number | undefined): string {
  if (state === "waiting") return texts.waiting;
  if (state !== "sending") return texts.checking;
  return percent === undefined ? "" : texts.percent(percent);
}
