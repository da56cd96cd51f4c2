"use client";

import { useBackend } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { applySignOutPurge, purgeEveryTab } from "@/lib/drafts/sign-out-purge";

const RESET_PATH = "/reset-password";

/**
 * During a password recovery, tabs on these pages do not redirect to the page for a new password.
 */
const DURING_RECOVERY = new Set([RESET_PATH, "/mfa"]);

const FORGOT_PATH = "/forgot-password";

/**
 * Updates this tab when the session changes in another tab, and opens the page for a new password
 * during a recovery. After a sign-out, only deletes the drafts, because the session provider
 * reloads the page.
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
        // Delete the drafts of all tabs if the user signs out in this tab. If the session ends in
        // another way, keep the drafts for the next sign-in.
        if (event === "SIGNED_OUT" && source === "local") purgeEveryTab();
        // A tab that opens during a recovery recognizes it by the last event of the session.
        const last = now.status === "authenticated" ? now.event.name : null;
        const { pathname } = window.location;
        const isRecovering =
          event === "PASSWORD_RECOVERY" ||
          (event === "INITIAL_SESSION" && last === "PASSWORD_RECOVERY" && pathname !== FORGOT_PATH);
        if (isRecovering && !DURING_RECOVERY.has(pathname)) {
          window.location.assign(RESET_PATH);
          return;
        }
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
        <div className="above-bars fixed inset-x-4 z-50 flex animate-appear items-center gap-3 raised rounded-lg p-4 sm:left-auto sm:w-96">
          <p className="grow">{texts.updated}</p>
          <Button variant="quiet" size="sm" onClick={() => setUpdated(false)}>
            {texts.dismiss}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
