"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { SubmitButton } from "@/components/forms/submit-button";
import { Button } from "@/components/ui/button";
import type { UploadEntry } from "@/features/files/types";
import { countArriving } from "@/features/files/upload/arriving";
import type { AnswerNotice } from "@/features/items/components/autosave";
import { strings } from "@/features/items/strings";
import type { FileEntry } from "@/features/items/types";
import { useFormField } from "@/lib/forms/form-context";
import { classNames } from "@/lib/style/class-names";

export type Arrivals = {
  arriving: number;
  isChecking: boolean;
  failed: number;
  refused: number;
  isUnfinished: boolean;
};

export function useArrivals(
  entries: readonly UploadEntry[],
  files: readonly Pick<FileEntry, "id" | "status">[],
): Omit<Arrivals, "isChecking"> {
  // Remember all files that the server has listed, so that a file that the user removed later does
  // not count as missing from the list.
  const [listed] = useState(() => new Set<string>());
  for (const { id, status } of files) if (status !== "uploading") listed.add(id);
  const unlisted = entries.filter(
    ({ state, fileId }) => state === "done" && fileId !== undefined && !listed.has(fileId),
  );
  const countOf = (state: UploadEntry["state"]) =>
    entries.filter((entry) => entry.state === state).length;
  const ownIds = new Set(entries.map(({ fileId }) => fileId));
  const rejected = files.filter(({ status }) => status === "rejected");
  return {
    arriving: countArriving(entries) + unlisted.length,
    failed: countOf("failed"),
    refused: countOf("refused") + rejected.length,
    isUnfinished: files.some(({ id, status }) => status === "uploading" && !ownIds.has(id)),
  };
}

function missingFiles({ failed, refused }: Pick<Arrivals, "failed" | "refused">): string | null {
  const { filesFailed, filesRefused } = strings.rules;
  const texts = [failed && filesFailed(failed), refused && filesRefused(refused)].filter(Boolean);
  return texts.length > 0 ? texts.join(" ") : null;
}

const isInapplicable = (button: HTMLButtonElement | null) =>
  button?.form?.querySelector("[name=not_applicable]:checked") != null;

/**
 * If files are uploading or being checked when the user presses the button, submits the answer once
 * they are ready, unless a file fails. An answer that says “doesn’t apply” has no files, so it is
 * submitted at once.
 */
export function SubmitAnswer({
  arriving,
  isChecking,
  failed,
  refused,
  isUnfinished,
  stopLater,
  label,
  state,
  children = null,
}: Arrivals & {
  stopLater: (() => void) | null;
  label: string;
  /**
   * `notice` says what the answer waits for, why it was not sent, how many files are missing, or
   * that an upload is not finished.
   */
  state: (notice: AnswerNotice | null) => ReactNode;
  children?: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [waiting, setWaiting] = useState<{ lost: number } | null>(null);
  const [wasLost, setWasLost] = useState(false);
  const { error } = useFormField("files");
  const isReady = arriving === 0 && !isChecking;
  const lost = failed + refused;

  useEffect(() => {
    if (!waiting) return;
    if (lost > waiting.lost) {
      setWaiting(null);
      setWasLost(true);
    } else if (isReady) {
      setWaiting(null);
      // The user checked “doesn’t apply” after pressing Submit, so do not submit this answer.
      if (isInapplicable(button.current)) return;
      button.current?.form?.requestSubmit(button.current);
    }
  }, [waiting, lost, isReady]);

  const urgent = waiting
    ? arriving > 0
      ? strings.rules.filesArriving(arriving)
      : strings.rules.filesChecking
    : wasLost
      ? strings.rules.filesLost
      : isChecking
        ? strings.rules.filesPending
        : error && isUnfinished
          ? strings.autosave.unfinished
          : null;
  const isUrgentProblem =
    urgent === strings.rules.filesLost || urgent === strings.autosave.unfinished;
  // The status of a saved draft may replace this text, because the page also lists these files.
  const missing = missingFiles({ failed, refused });
  const idle = missing ?? (isUnfinished ? strings.autosave.unfinished : null);
  const text = urgent ?? idle;
  return (
    <>
      <div
        className={classNames(
          "flex min-w-0 flex-col",
          children ? "order-last *:justify-start!" : "max-sm:items-center sm:min-w-60 sm:flex-1",
        )}
      >
        {state(
          text === null
            ? null
            : {
                text,
                isIdle: urgent === null,
                isProblem: urgent === null ? missing !== null : isUrgentProblem,
              },
        )}
      </div>
      <div className={classNames("flex flex-wrap gap-2", !children && "shrink-0")}>
        <SubmitButton
          ref={button}
          name="intent"
          value="submit"
          className={children ? undefined : "grow sm:min-w-56 sm:grow-0"}
          onClick={(event) => {
            setWasLost(false);
            setWaiting(null);
            if (isReady || isInapplicable(button.current)) return;
            event.preventDefault();
            setWaiting({ lost });
          }}
        >
          {label}
        </SubmitButton>
        {children}
        {stopLater ? (
          <Button variant="secondary" onClick={stopLater}>
            {strings.later.stop}
          </Button>
        ) : null}
        {waiting ? (
          <Button variant="quiet" onClick={() => setWaiting(null)}>
            {strings.waiting.stop}
          </Button>
        ) : null}
      </div>
    </>
  );
}
