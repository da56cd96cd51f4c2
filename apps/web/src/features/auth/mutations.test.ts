import { BackendError } from "@dossier/backend-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendCode } from "@/features/auth/mutations";
import type { BackendScope } from "@/lib/backend/backend.server";
import { codeEmails } from "@/lib/codes/code-emails.server";

vi.mock("@/lib/backend/backend.server", () => ({}));

let logged: string[];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
  codeEmails.clear();
});
afterEach(() => void vi.restoreAllMocks());

type AuthCode = "over_email_send_rate_limit" | "over_request_rate_limit" | "otp_disabled";

function authThatAnswers(code: AuthCode | null) {
  return authWith(
    code &&
      new BackendError({ kind: "auth", code, message: "x", status: 429, retryAfterSeconds: 55 }),
  );
}

function authWith(error: BackendError | null) {
  const answer = async () => ({ data: null, error });
  const auth = { signInWithOtp: answer, resetPasswordForEmail: answer };
  return auth as unknown as BackendScope["auth"];
}

const email = "someone@example.com";
const purposes = ["sign-up", "sign-in", "recovery", "portal", "join"] as const;

// S-8.7
test.each(purposes)(
  "a request for a %s code returns the same result for an unknown email address as for a known address that must wait for the next code",
  async (purpose) => {
    const sending = { purpose, email };
    expect(await sendCode(authThatAnswers("over_email_send_rate_limit"), sending)).toBeNull();
    expect(await sendCode(authThatAnswers("otp_disabled"), sending)).toBeNull();
    expect(await sendCode(authThatAnswers(null), sending)).toBeNull();
  },
);

test.each(purposes)(
  "a request for a %s code returns no error and counts no failure if the email hook delays the email to a known address",
  async (purpose) => {
    const error = new BackendError({ kind: "auth", code: "unknown", message: "x", status: 429 });
    expect(await sendCode(authWith(error), { purpose, email })).toBeNull();
    expect(logged).toEqual([]);
    expect(codeEmails.report(Date.now())).toEqual({ failing: false, failed: 0, limited: false });
  },
);

test("sendCode passes the URL of the request's page to the auth service, so that the email with the code can name the firm", async () => {
  const signInWithOtp = vi.fn(async () => ({ data: null, error: null }));
  const page = "https://dossier.example/r/de300000000000000000000000000001";
  const auth = { signInWithOtp } as unknown as BackendScope["auth"];
  await sendCode(auth, { purpose: "portal", email, page });
  expect(signInWithOtp).toHaveBeenCalledWith({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: page },
  });
});

test.each(purposes)(
  "a request for a %s code returns the auth service's rate-limit error with the seconds to wait",
  async (purpose) => {
    const error = await sendCode(authThatAnswers("over_request_rate_limit"), { purpose, email });
    expect(error).toMatchObject({ code: "over_request_rate_limit", retryAfterSeconds: 55 });
  },
);

const FAILURES = [
  ["SMTP refuses", { kind: "auth", code: "unexpected_failure", status: 500 }],
  ["SMTP hangs", { kind: "auth", code: "request_timeout", status: 504 }],
  ["SMTP does not respond before the timeout", { kind: "network", code: "timeout" }],
  [
    "the built-in SMTP server knows only the team",
    { kind: "auth", code: "email_address_not_authorized", status: 400 },
  ],
  ["the hook refuses the address", { kind: "auth", code: "unknown", status: 422 }],
  [
    "the hook reports that the email service is unavailable",
    { kind: "auth", code: "unknown", status: 503 },
  ],
  ["the hook hangs", { kind: "auth", code: "hook_timeout", status: 422 }],
  ["the hook cannot be reached", { kind: "auth", code: "hook_timeout_after_retry", status: 422 }],
] as const;

// S-8.9
test.each(
  purposes.flatMap((purpose) => FAILURES.map(([title, facts]) => ({ purpose, title, facts }))),
)(
  "a request for a $purpose code returns no error, but logs and counts a failed email: $title",
  async ({ purpose, facts }) => {
    const error =
      facts.kind === "auth"
        ? new BackendError({ ...facts, message: "x" })
        : new BackendError({ ...facts, message: "x" });
    expect(await sendCode(authWith(error), { purpose, email })).toBeNull();
    expect(logged).toEqual([
      expect.stringContaining(`code email failed: ${purpose} ${facts.code}`),
    ]);
    expect(logged.join()).not.toContain("@");
    expect(codeEmails.report(Date.now())).toMatchObject({
      failing: true,
      failed: 1,
      limited: false,
    });
  },
);

test.each(["sign-in", "recovery", "portal"] as const)(
  "a request for a %s code returns no error and counts no failure if the address cannot receive email",
  async (purpose) => {
    const facts = { kind: "auth", code: "email_address_invalid", status: 400 } as const;
    const error = new BackendError({ ...facts, message: "x" });
    expect(await sendCode(authWith(error), { purpose, email })).toBeNull();
    expect(logged).toEqual([]);
    expect(codeEmails.report(Date.now())).toEqual({ failing: false, failed: 0, limited: false });
  },
);

const hourlyLimit = new BackendError({
  kind: "auth",
  code: "over_email_send_rate_limit",
  message: "x",
  status: 429,
});

test.each(purposes)(
  "a request for a %s code returns no error, but logs that the hourly limit of emails was reached",
  async (purpose) => {
    expect(await sendCode(authWith(hourlyLimit), { purpose, email })).toBeNull();
    expect(logged).toEqual([expect.stringContaining("hourly limit")]);
    expect(logged.join()).not.toContain("@");
    expect(codeEmails.isLimited(Date.now())).toBe(true);
  },
);

test("sendCode returns no error for an email address after the email to a different address failed", async () => {
  const sending = { purpose: "portal", email } as const;
  const failure = new BackendError({
    kind: "auth",
    code: "unexpected_failure",
    message: "x",
    status: 500,
  });
  await sendCode(authWith(failure), sending);
  expect(await sendCode(authWith(null), { ...sending, email: "other@example.com" })).toBeNull();
  expect(codeEmails.isLimited(Date.now())).toBe(false);
});

test.each(["sign-in", "recovery", "portal"] as const)(
  "after requests for a %s code, codeEmails reports the same health for a known and an unknown email address, during an outage and afterwards",
  async (purpose) => {
    const failed = authWith(
      new BackendError({ kind: "auth", code: "unexpected_failure", message: "x", status: 500 }),
    );
    const unknown = purpose === "recovery" ? authWith(null) : authThatAnswers("otp_disabled");
    const read = async (answers: readonly ReturnType<typeof authWith>[]) => {
      codeEmails.clear();
      const reports = [];
      for (const auth of [failed, ...answers]) {
        await sendCode(auth, { purpose, email });
        reports.push(codeEmails.report(Date.now()));
      }
      return reports;
    };
    const known = await read([failed, authWith(null), authWith(null)]);
    expect(await read([unknown, unknown, unknown])).toEqual(known);
  },
);

// S-8.8
test("sendCode requests every code from the auth service, even after the hourly limit was reached", async () => {
  await sendCode(authWith(hourlyLimit), { purpose: "portal", email });
  const signInWithOtp = vi.fn(async () => ({ data: null, error: null }));
  const auth = { signInWithOtp } as unknown as BackendScope["auth"];
  await sendCode(auth, { purpose: "portal", email });
  expect(signInWithOtp).toHaveBeenCalledOnce();
});

test.each(purposes)(
  "a request for a %s code returns the error of an unavailable auth service",
  async (purpose) => {
    const away = new BackendError({ kind: "network", code: "service_unavailable", message: "x" });
    expect(await sendCode(authWith(away), { purpose, email })).toBe(away);
    expect(codeEmails.report(Date.now()).failed).toBe(0);
  },
);
