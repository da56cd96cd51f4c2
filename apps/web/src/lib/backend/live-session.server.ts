import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getBackend } from "@/lib/backend/backend.server";
import { endedPath } from "@/lib/http/ended-path";

export const isSessionLive = cache(async (): Promise<boolean> => {
  const { db } = await getBackend();
  return unwrap(await db.rpc("is_session_live"));
});

/**
 * If the session was ended on another device, redirects to the page that explains this. For an
 * ended session, the database returns no rows, so call this only if a read or a change found
 * nothing.
 * @param next path to open after signing in again
 */
export async function leaveEndedSession(next: string): Promise<void> {
  if (!(await isSessionLive())) redirect(endedPath(next) as Route);
}
