import "server-only";
import { BackendError } from "@dossier/backend-client";
import type { BackendScope } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";
import { noteCodeEmail } from "@/lib/codes/code-emails.server";
import { visitorCodeOutcome } from "@/lib/codes/code-outcome";
import { readResendSeconds } from "@/lib/codes/pending-code.server";
import type { PendingCode } from "@/lib/codes/pending-codes";
import { countWrongCode, readRetrySeconds } from "@/lib/codes/wrong-codes.server";

type Auth = BackendScope["auth"];

type Sending = Pick<PendingCode, "purpose" | "email"> & {
  /**
   * URL of the request's page. The hook that sends the email reads the firm's name from the
   * request.
   */
  page?: string;
};

const CREATING: ReadonlySet<PendingCode["purpose"]> = new Set(["sign-up", "join"]);

/**
 * @returns an error that does not depend on the email address, or null. Null does not prove that an
 * email was sent.
 */
export async function sendCode(auth: Auth, { purpose, email, page }: Sending) {
  const mayCreate = CREATING.has(purpose);
  const { error } =
    purpose === "recovery"
      ? await auth.resetPasswordForEmail(email)
      : await auth.signInWithOtp({
          email,
          options: {
            shouldCreateUser: mayCreate,
            ...(page === undefined ? {} : { emailRedirectTo: page }),
          },
        });
  // For a recovery, the auth service returns success for unknown addresses too, so success does not
  // mean that it sent an email.
  const outcome =
    purpose === "recovery" && !error ? "unsent" : visitorCodeOutcome(error, { mayCreate });
  noteCodeEmail(purpose, outcome, error);
  return outcome === undefined ? error : null;
}

/**
 * Sends no code if this browser requested one for the address a moment ago. The page then counts
 * down, and accepts the earlier code.
 */
export async function askForCode(auth: Auth, sending: Sending) {
  return (await readResendSeconds(sending.email)) > 0 ? null : sendCode(auth, sending);
}

export async function confirmCode(
  auth: Auth,
  { purpose, email, code }: { purpose: PendingCode["purpose"]; email: string; code: string },
) {
  const type = purpose === "recovery" ? "recovery" : "email";
  const { error } = await auth.verifyOtp({ email, token: code, type });
  return error;
}

/**
 * Allows ten wrong codes an hour for each visitor and email address. If the visitor cannot be
 * identified, the limit does not apply.
 */
export async function confirmTypedCode(
  auth: Auth,
  {
    pending,
    ...typed
  }: {
    purpose: PendingCode["purpose"];
    email: string;
    code: string;
    pending: PendingCode | null;
  },
) {
  const seconds = await readRetrySeconds({ email: typed.email, pending });
  if (seconds > 0) return new BackendError(tooManyCodes(seconds));
  const error = await confirmCode(auth, typed);
  if (error?.code === "otp_expired") await countWrongCode({ email: typed.email, pending });
  return error;
}

const tooManyCodes = (retryAfterSeconds: number) => ({
  kind: "auth" as const,
  code: "over_request_rate_limit" as const,
  message: "Too many wrong codes for one address",
  status: 429,
  retryAfterSeconds,
});

/** Keeps an existing name. Call this function only after the user confirmed the email address. */
export async function saveFirstName(db: Db, { userId, name }: { userId: string; name: string }) {
  const { error } = await db.from("profiles").update({ name }).eq("user_id", userId).eq("name", "");
  return error;
}
