"use client";

import { Check, CloudAlert, LoaderCircle, PencilLine } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { composer } from "@/features/requests/strings";
import type { AutosaveState } from "@/lib/drafts/autosave";
import { classNames } from "@/lib/style/class-names";

const STATES = {
  saved: { icon: Check, text: composer.saved },
  merged: { icon: Check, text: composer.merged },
  unsaved: { icon: PencilLine, text: composer.notSaved },
  saving: { icon: LoaderCircle, text: composer.saving },
  conflict: { icon: CloudAlert, text: composer.conflict },
  failed: { icon: CloudAlert, text: composer.saveFailed },
} as const;

/** Gets the focus if the user has to check a merge before sending the draft. */
export const SAVE_STATUS_ID = "save-status";

const LINK = "link inline-flex min-h-6 items-center pointer-coarse:min-h-11";

export function SaveStatus({ state }: { state: AutosaveState<unknown> }) {
  const pathname = usePathname();
  // Keep the link to the sign-in page on the screen during the next attempt to save.
  const isSignedOut = state.failure?.code === "session_expired";
  const phase = isSignedOut ? "failed" : state.phase;
  const { icon: Icon, text } = STATES[phase];
  const hasFailed = phase === "failed";
  return (
    <p
      id={SAVE_STATUS_ID}
      tabIndex={-1}
      role={hasFailed ? "alert" : phase === "merged" ? "status" : undefined}
      className="flex flex-wrap items-center gap-1.5 text-sm text-ink-muted"
    >
      <Icon
        aria-hidden
        className={classNames("size-4 shrink-0", Icon === Check && "text-success-mark")}
      />
      {(hasFailed && state.failure?.message) || text}
      {isSignedOut ? (
        <Link href={`/sign-in?next=${encodeURIComponent(pathname)}` as Route} className={LINK}>
          {composer.signIn}
        </Link>
      ) : null}
    </p>
  );
}
