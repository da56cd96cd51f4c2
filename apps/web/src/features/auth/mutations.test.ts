import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { sendCode } from "@/features/auth/mutations";
import type { BackendScope } from "@/lib/backend.server";

vi.mock("@/lib/backend.server", () => ({}));

type AuthCode = "over_email_send_rate_limit" | "over_request_rate_limit" | "otp_disabled";

function authThatAnswers(code: AuthCode | null) {
  const error = code
    ? new BackendError({ kind: "auth", code, message: "x", status: 429, retryAfterSeconds: 55 })
    : null;
  const answer = async () => ({ data: null, error });
  return {
    signInWithOtp: answer,
    resetPasswordForEmail: answer,
  } as unknown as BackendScope["auth"];
}

const email = "someone@example.com";
const purposes = ["sign-up", "sign-in", "recovery", "portal", "join"] as const;

test.each(purposes)(
  "%s: a known address asked for too soon looks like an unknown one",
  async (purpose) => {
    const sending = { purpose, email };
    expect(await sendCode(authThatAnswers("over_email_send_rate_limit"), sending)).toBeNull();
    expect(await sendCode(authThatAnswers("otp_disabled"), sending)).toBeNull();
    expect(await sendCode(authThatAnswers(null), sending)).toBeNull();
  },
);

test.each(purposes)("%s: a pause of a known address looks like an unknown one", async (purpose) => {
  const error = new BackendError({ kind: "auth", code: "unknown", message: "x", status: 429 });
  const answer = async () => ({ data: null, error });
  const auth = { signInWithOtp: answer, resetPasswordForEmail: answer };
  const sending = { purpose, email };
  expect(await sendCode(auth as unknown as BackendScope["auth"], sending)).toBeNull();
});

test("the page of a request goes with its code, so that the email can name the firm", async () => {
  const signInWithOtp = vi.fn(async () => ({ data: null, error: null }));
  const page = "https://dossier.example/r/de300000000000000000000000000001";
  const auth = { signInWithOtp } as unknown as BackendScope["auth"];
  await sendCode(auth, { purpose: "portal", email, page });
  expect(signInWithOtp).toHaveBeenCalledWith({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: page },
  });
});

test.each(purposes)("%s: too many requests of one client are still refused", async (purpose) => {
  const error = await sendCode(authThatAnswers("over_request_rate_limit"), { purpose, email });
  expect(error).toMatchObject({ code: "over_request_rate_limit", retryAfterSeconds: 55 });
});
