"use client";

import { useBackend } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { applySignOutPurge, purgeEveryTab } from "@/lib/drafts/sign-out-purge";

const RESET_PATH = "/reset-password";

/** Pages that a user may open during a password recovery. */
const DURING_RECOVERY = new Set([RESET_PATH, "/mfa"]);

/** This page sends another code. The new-password page redirects here if the code is too old. */
const FORGOT_PATH = "/forgot-password";

/**
 * Reacts to session changes in every tab. The session provider handles signing out and a change of
 * user. The parent passes the texts, because every page loads this component and nothing else of the
 * feature.
 */
export function SessionEvents({ texts }: { texts: { updated: string; dismiss: string } }) {
  const { session } = useBackend();
  const router = useRouter();
  const [isUpdated, setUpdated] = useState(false);

  useEffect(() => {
    const purge = () => applySignOutPurge();
    purge();
    window.addEventListener("storage", purge);
    return () => window.removeEventListener("storage", purge);
  }, []);

  useEffect(
    () =>
      session.subscribe((event, now, source) => {
        // Signing out deletes the drafts. When a session expires, they stay for the next sign-in.
        if (event === "SIGNED_OUT" && source === "local") purgeEveryTab();
        // A tab that opens during a recovery reads this from the session's last event.
        const last = now.status === "authenticated" ? now.event.name : null;
        const { pathname } = window.location;
        const isRecovering =
          event === "PASSWORD_RECOVERY" ||
          (event === "INITIAL_SESSION" && last === "PASSWORD_RECOVERY" && pathname !== FORGOT_PATH);
        if (isRecovering && !DURING_RECOVERY.has(pathname)) {
          window.location.assign(RESET_PATH);
          return;
        }
        // Ignore the event in the tab that caused it.
        if (source !== "tab") return;
        if (event === "USER_UPDATED") setUpdated(true);
        if (
          event === "USER_UPDATED" ||
          event === "MFA_CHALLENGE_VERIFIED" ||
          event === "SIGNED_IN"
        ) {
          router.refresh();
        }
      }),
    [session, router],
  );

  return (
    <div role="status" data-print="hide">
      {isUpdated ? (
        <div className="fixed inset-x-4 bottom-4 z-50 flex animate-appear items-center gap-3 rounded-lg border border-line bg-surface p-4 shadow-raised sm:left-auto sm:w-96">
          <p className="grow">{texts.updated}</p>
          <Button variant="quiet" size="sm" onClick={() => setUpdated(false)}>
            {texts.dismiss}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
