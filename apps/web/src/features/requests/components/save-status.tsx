"use client";

import { Check, CloudAlert, LoaderCircle, PencilLine } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { SaveState } from "@/features/requests/hooks";
import { composer } from "@/features/requests/strings";

const STATES = {
  saved: { icon: Check, text: composer.saved },
  merged: { icon: Check, text: composer.merged },
  unsaved: { icon: PencilLine, text: composer.notSaved },
  saving: { icon: LoaderCircle, text: composer.saving },
  held: { icon: CloudAlert, text: composer.heldBack },
  "signed-out": { icon: CloudAlert, text: composer.saveFailed },
  failed: { icon: CloudAlert, text: composer.saveFailed },
} as const;

/** Id of the status; the focus goes there when it keeps a draft from being sent. */
export const SAVE_STATUS_ID = "save-status";

const LINK = "link inline-flex min-h-11 items-center";

/** Whether what was typed is stored, announced only when it fails, and the way on from there. */
export function SaveStatus({ state, message }: { state: SaveState; message?: string | undefined }) {
  const pathname = usePathname();
  const { icon: Icon, text } = STATES[state];
  const hasFailed = state === "failed" || state === "signed-out";
  return (
    <p
      id={SAVE_STATUS_ID}
      tabIndex={-1}
      role={hasFailed ? "alert" : state === "merged" ? "status" : undefined}
      className="flex flex-wrap items-center gap-1.5 text-sm text-ink-muted"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {(hasFailed && message) || text}
      {state === "signed-out" ? (
        <Link href={`/sign-in?next=${encodeURIComponent(pathname)}` as Route} className={LINK}>
          {composer.signIn}
        </Link>
      ) : null}
    </p>
  );
}
