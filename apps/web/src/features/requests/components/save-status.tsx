"use client";

import { Check, CloudAlert, LoaderCircle, PencilLine } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { CONFLICT_ID } from "@/features/requests/components/draft-conflict";
import type { SaveState } from "@/features/requests/hooks";
import { composer } from "@/features/requests/strings";

const STATES = {
  saved: { icon: Check, text: composer.saved },
  unsaved: { icon: PencilLine, text: composer.notSaved },
  saving: { icon: LoaderCircle, text: composer.saving },
  held: { icon: CloudAlert, text: composer.heldBack },
  "signed-out": { icon: CloudAlert, text: composer.saveFailed },
  failed: { icon: CloudAlert, text: composer.saveFailed },
} as const;

const LINK = "link inline-flex min-h-11 items-center";

/** Whether what was typed is stored, announced only when it fails, and the way on from there. */
export function SaveStatus({ state, message }: { state: SaveState; message?: string | undefined }) {
  const pathname = usePathname();
  const { icon: Icon, text } = STATES[state];
  const hasFailed = state === "failed" || state === "signed-out";
  return (
    <p
      role={hasFailed ? "alert" : undefined}
      className="flex flex-wrap items-center gap-1.5 text-sm text-ink-muted"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {(hasFailed && message) || text}
      {state === "signed-out" ? (
        <Link href={`/sign-in?next=${encodeURIComponent(pathname)}` as Route} className={LINK}>
          {composer.signIn}
        </Link>
      ) : null}
      {state === "held" ? (
        <a href={`#${CONFLICT_ID}`} className={LINK}>
          {composer.showBoth}
        </a>
      ) : null}
    </p>
  );
}
