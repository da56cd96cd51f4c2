import "server-only";
import { type BackendError, isBackendError } from "@dossier/backend-client";
import { getSession } from "@/lib/backend/backend.server";

/**
 * PostgREST returns these statuses if it cannot connect to the database, or waits too long for a
 * connection.
 */
const DOWN: ReadonlySet<number | undefined> = new Set([503, 504]);

/**
 * Returns the error in three cases: a service was unreachable, a service reported that it cannot
 * reach the database, or the session check failed with the same error. Returns null for all other
 * errors, including Next's own.
 */
export async function outageOf(thrown: unknown): Promise<BackendError | null> {
  if (!isBackendError(thrown)) return null;
  if (thrown.kind === "network" || DOWN.has(thrown.status)) return thrown;
  const session = await getSession();
  const isUnknown = session.status === "unavailable" && session.error.code === thrown.code;
  return isUnknown ? thrown : null;
}
