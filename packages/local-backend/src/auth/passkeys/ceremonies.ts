import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from "@simplewebauthn/server";
import type { BackendConfig } from "../../config/schema.ts";
import { AuthError } from "../errors.ts";
import type { PasskeyRow } from "./rows.ts";

export const TIMEOUT_MS = 300_000;

/** COSE algorithm identifiers that hosted Supabase offers. */
export const ALGORITHMS = [-7, -257, -8, -35, -36, -37, -38, -39, -258, -259];

export type RelyingParty = BackendConfig["auth"]["webauthn"];

/** Imported on first use, because the import takes 50 ms and few tests use passkeys. */
const library = () => import("@simplewebauthn/server");

function failed(cause?: unknown): AuthError {
  const message = "WebAuthn credential verification failed";
  return new AuthError(400, "webauthn_verification_failed", message, {}, { cause });
}

/**
 * Returns the origin of a web URL. An app's origin, such as `android:apk-key-hash:…`, stays
 * unchanged.
 */
function normalOrigin(text: string): string {
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : text;
}

function expectations({ rp_id, rp_origins }: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: rp_origins.map(normalOrigin),
    expectedRPID: rp_id,
    // The options for the client ask for user verification only as `preferred`.
    requireUserVerification: false,
  };
}

export type NewCredential = Extract<
  VerifiedRegistrationResponse,
  { verified: true }
>["registrationInfo"];

export async function verifyNewCredential(
  credential: unknown,
  party: RelyingParty,
  challenge: string,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
    ...expectations(party, challenge),
  }).catch((cause: unknown) => {
    throw failed(cause);
  });
  if (!verified.verified) throw failed();
  return verified.registrationInfo;
}

export function readAssertion(credential: unknown): { credentialId: Buffer; userId: string } {
  const { rawId, response } = Object(credential) as Record<string, unknown>;
  const { userHandle } = Object(response) as Record<string, unknown>;
  if (typeof rawId !== "string" || typeof userHandle !== "string") throw failed();
  const userId = Buffer.from(userHandle, "base64url").toString();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(userId)) throw failed();
  return { credentialId: Buffer.from(rawId, "base64url"), userId };
}

export async function verifyAssertion(
  credential: unknown,
  passkey: PasskeyRow | undefined,
  { party, challenge }: { party: RelyingParty; challenge: string },
) {
  if (passkey === undefined) throw failed();
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    credential: {
      id: passkey.credential_id.toString("base64url"),
      publicKey: new Uint8Array(passkey.public_key),
      // Zero disables the library's check of the counter. Synchronized passkeys never increase
      // their counter.
      counter: 0,
    },
    ...expectations(party, challenge),
  }).catch((cause: unknown) => {
    throw failed(cause);
  });
  if (!verified.verified) throw failed();
  return verified.authenticationInfo;
}
