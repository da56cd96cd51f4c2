import "server-only";
import { type BackendError, isBackendError } from "@dossier/backend-client";
import { getSession } from "@/lib/backend/backend.server";

/**
 * Returns the error if an outage stopped a page: a service did not respond, or the session could
 * not be checked. Returns null for every other error, including Next's own errors.
 */
export async function outageOf(thrown: unknown): Promise<BackendError | null> {
  if (!isBackendError(thrown)) return null;
  if (thrown.kind === "network") return thrown;
  const session = await getSession();
  const isUnknown = session.status === "unavailable" && session.error.code === thrown.code;
  return isUnknown ? thrown : null;
}
