import "server-only";
import { type BackendError, isBackendError, type Result } from "@dossier/backend-client";
import type { FactorSetup } from "@/features/mfa/types";
import type { BackendScope } from "@/lib/backend/backend.server";

type Auth = BackendScope["auth"];

export async function proveFactor(
  auth: Auth,
  { factorId, code }: { factorId: string; code: string },
): Promise<BackendError | null> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  return isBackendError(error) ? error : null;
}

/** Adds an unverified factor. First deletes the unverified factors of earlier attempts. */
export async function prepareFactor(auth: Auth, name: string): Promise<Result<FactorSetup>> {
  const listed = await auth.mfa.listFactors();
  if (listed.error) return listed;
  for (const { id, status } of listed.data.all) {
    if (status === "verified") continue;
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error) return { data: null, error };
  }
  const { data, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: name,
    issuer: "Dossier",
  });
  if (error) return { data: null, error };
  // The type includes every kind of factor, although this request enrolls only TOTP factors.
  if (!("totp" in data)) throw new TypeError("The auth service enrolled no TOTP factor.");
  const { uri, qr_code: picture } = data.totp;
  return { data: { factorId: data.id, uri, picture }, error: null };
}

export async function removeFactor(
  backend: Pick<BackendScope, "auth" | "refresh">,
  factorId: string,
): Promise<BackendError | null> {
  const { error } = await backend.auth.mfa.unenroll({ factorId });
  if (isBackendError(error)) return error;
  await backend.refresh();
  return null;
}
