import "server-only";
import { type BackendError, isBackendError } from "@dossier/backend-client";
import { getSession } from "@/lib/backend/backend.server";

/** Returns null for an error that no outage caused, including Next's own errors. */
export async function outageOf(thrown: unknown): Promise<BackendError | null> {
  if (!isBackendError(thrown)) return null;
  if (thrown.kind === "network") return thrown;
  const session = await getSession();
  const isUnknown = session.status === "unavailable" && session.error.code === thrown.code;
  return isUnknown ? thrown : null;
}
