import "server-only";
import { BackendError } from "@dossier/backend-client";
import type { BackendScope } from "@/lib/backend.server";
import type { Db } from "@/lib/db";
import { pauseOf } from "@/lib/pending-code.server";
import type { PendingCode } from "@/lib/pending-codes";
import { countWrongCode, pauseOfTyping } from "@/lib/wrong-codes.server";

type Auth = BackendScope["auth"];

/** Codes that must look like success, so that nobody learns which addresses have accounts. */
const HIDDEN = new Set([
  "otp_disabled",
  "user_already_exists",
  "signup_disabled",
  // Only known addresses can be asked too often. Every code page says that one a minute is sent.
  "over_email_send_rate_limit",
]);

type Sending = Pick<PendingCode, "purpose" | "email"> & {
  /** Where the code is typed: an email about a request names its firm. */
  page?: string;
};

/** Our Send Email hook refuses during a pause of the address, which only a known address can have. */
const isPause = ({ code, status }: { code: string; status?: number | undefined }) =>
  code === "unknown" && status === 429;

/** Purposes whose code may make a new account. */
const CREATING: ReadonlySet<PendingCode["purpose"]> = new Set(["sign-up", "join"]);

/**
 * Sends the code that belongs to a purpose. Only signing up and joining create a user.
 * @returns the error, or null; neither an unknown address nor one asked for too soon is an error
 */
export async function sendCode(auth: Auth, { purpose, email, page }: Sending) {
  const { error } =
    purpose === "recovery"
      ? await auth.resetPasswordForEmail(email)
      : await auth.signInWithOtp({
          email,
          options: {
            shouldCreateUser: CREATING.has(purpose),
            ...(page === undefined ? {} : { emailRedirectTo: page }),
          },
        });
  return error && !HIDDEN.has(error.code) && !isPause(error) ? error : null;
}

/**
 * The same, unless this browser asked for a code to the address a moment ago: then its page counts down,
 * and takes the code that was sent.
 */
export async function askForCode(auth: Auth, sending: Sending) {
  return (await pauseOf(sending.email)) > 0 ? null : sendCode(auth, sending);
}

/** Exchanges a typed code for a session; `email` covers sign-up and sign-in alike. */
export async function confirmCode(
  auth: Auth,
  { purpose, email, code }: { purpose: PendingCode["purpose"]; email: string; code: string },
) {
  const type = purpose === "recovery" ? "recovery" : "email";
  const { error } = await auth.verifyOtp({ email, token: code, type });
  return error;
}

/**
 * The same, at most ten wrong codes an hour of one browser for one address.
 * @returns the error, or null
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
  const seconds = await pauseOfTyping({ email: typed.email, pending });
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

/** Stores the name typed at sign-up, now that the address is proven; one from before stays. */
export async function saveFirstName(db: Db, { userId, name }: { userId: string; name: string }) {
  const { error } = await db.from("profiles").update({ name }).eq("user_id", userId).eq("name", "");
  return error;
}
