import "server-only";
import { type BackendError, isBackendError } from "@dossier/backend-client";
import { getSession } from "@/lib/backend/backend.server";

/**
 * Returns the error if its kind is `network`, or if the session check failed with it. Returns null
 * for all other errors, including Next's own.
 */
export async function outageOf(thrown: unknown): Promise<BackendError | null> {
  if (!isBackendError(thrown)) return null;
  if (thrown.kind === "network") return thrown;
  const session = await getSession();
  const isUnknown = session.status === "unavailable" && session.error.code === thrown.code;
  return isUnknown ? thrown : null;
}
