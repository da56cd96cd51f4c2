import "server-only";
import { type BackendError, isBackendError } from "@dossier/backend-client";
import { getSession } from "@/lib/backend/backend.server";

/**
 * The error with which a page was stopped by an outage: a call reached no service, or no one knows
 * who is signed in. Null for every other failure, and for what Next throws itself.
 */
export async function outageOf(thrown: unknown): Promise<BackendError | null> {
  if (!isBackendError(thrown)) return null;
  if (thrown.kind === "network") return thrown;
  const session = await getSession();
  const isUnknown = session.status === "unavailable" && session.error.code === thrown.code;
  return isUnknown ? thrown : null;
}
