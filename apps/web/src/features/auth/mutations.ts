import "server-only";
import type { BackendScope } from "@/lib/backend.server";
import type { Db } from "@/lib/db";
import type { PendingCode } from "@/lib/pending-codes";

type Auth = BackendScope["auth"];

/** Codes that must look like success, so that nobody learns which addresses have accounts. */
const HIDDEN = new Set([
  "otp_disabled",
  "user_already_exists",
  "signup_disabled",
  // Only known addresses can be asked too often. Every code page says that one a minute is sent.
  "over_email_send_rate_limit",
]);

type Sending = Pick<PendingCode, "purpose" | "email">;

/** Purposes whose code may make a new account. */
const CREATING: ReadonlySet<PendingCode["purpose"]> = new Set(["sign-up", "join"]);

/**
 * Sends the code that belongs to a purpose. Only signing up and joining create a user.
 * @returns the error, or null; neither an unknown address nor one asked for too soon is an error
 */
export async function sendCode(auth: Auth, { purpose, email }: Sending) {
  const { error } =
    purpose === "recovery"
      ? await auth.resetPasswordForEmail(email)
      : await auth.signInWithOtp({
          email,
          options: { shouldCreateUser: CREATING.has(purpose) },
        });
  return error && !HIDDEN.has(error.code) ? error : null;
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

/** Stores the name typed at sign-up, now that the address is proven; one from before stays. */
export async function saveFirstName(db: Db, { userId, name }: { userId: string; name: string }) {
  const { error } = await db.from("profiles").update({ name }).eq("user_id", userId).eq("name", "");
  return error;
}
