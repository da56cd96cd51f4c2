import "server-only";
import { isBackendError, isSessionOver, unwrap } from "@dossier/backend-client";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getBackend } from "@/lib/backend/backend.server";
import { endedPath } from "@/lib/http/ended-path";
import { requestPath } from "@/lib/http/request-path.server";

export const isSessionLive = cache(async (): Promise<boolean> => {
  const { db } = await getBackend();
  return unwrap(await db.rpc("is_session_live"));
});

/**
 * Redirects if the session has ended. Call this function if a read or a change found no rows,
 * because the database returns no rows and no error to an ended session.
 */
export async function leaveEndedSession(next: string): Promise<void> {
  if (!(await isSessionLive())) redirect(endedPath(next) as Route);
}

/**
 * Redirects if a call failed because the session has ended or needs a second factor. This can
 * happen between two calls of one page, for example after a sign-out in another tab.
 */
export async function leaveIfRefused(thrown: unknown): Promise<void> {
  if (!isBackendError(thrown)) return;
  const isEnded = thrown.upstreamCode === "session_ended" || isSessionOver(thrown);
  if (!isEnded && thrown.upstreamCode !== "insufficient_aal") return;
  const path = (await requestPath()) ?? "/";
  redirect((isEnded ? endedPath(path) : `/mfa?next=${encodeURIComponent(path)}`) as Route);
}
