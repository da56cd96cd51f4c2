import { BackendError } from "@dossier/backend-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { codeEmails, codeFailure } from "@/lib/codes/code-emails.server";

let logged: string[];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
  codeEmails.clear();
});
afterEach(() => void vi.restoreAllMocks());

const form = () => {
  const data = new FormData();
  data.set("email", "new@example.com");
  return data;
};

type Facts = Omit<ConstructorParameters<typeof BackendError<"auth">>[0], "kind" | "message">;

const failing = (facts: Facts) =>
  codeFailure(form(), new BackendError({ kind: "auth", message: "x", ...facts }), {
    purpose: "email-change",
    fields: ["email"],
  });

// S-8.9
test.each([
  { title: "SMTP refuses", code: "unexpected_failure", status: 500 },
  { title: "SMTP hangs", code: "request_timeout", status: 504 },
  { title: "the hook refuses the address", code: "unknown", status: 422 },
  { title: "the hook reports that the email service is unavailable", code: "unknown", status: 503 },
  { title: "the hook hangs", code: "hook_timeout", status: 422 },
] as const)(
  "codeFailure tells a signed-in user that the code may not have been sent, and logs and counts the failure: $title",
  ({ title: _, ...facts }) => {
    expect(failing(facts)).toMatchObject({
      ok: false,
      message: "The code may not have been sent. Check your email, or try again in a few minutes.",
      values: { email: "new@example.com" },
    });
    expect(logged).toEqual([`code email failed: email-change ${facts.code} ${facts.status}`]);
    expect(codeEmails.report(Date.now())).toMatchObject({ failing: true, failed: 1 });
  },
);

test("codeFailure tells a signed-in user that the hourly limit of emails is reached, and logs the limit", () => {
  expect(failing({ code: "over_email_send_rate_limit", status: 429 })).toMatchObject({
    message: "Dossier has reached its hourly limit for emails. Try again in an hour.",
  });
  expect(logged).toEqual([
    "code email refused: email-change, the hourly limit of emails is reached",
  ]);
  expect(codeEmails.isLimited(Date.now())).toBe(true);
});

test("codeFailure returns the seconds to wait when a signed-in user requests a second code within a minute", () => {
  const failure = failing({
    code: "over_email_send_rate_limit",
    status: 429,
    retryAfterSeconds: 59,
  });
  expect(failure.retryAfterSeconds).toBe(59);
  expect(logged).toEqual([]);
  expect(codeEmails.report(Date.now()).failed).toBe(0);
});

test("codeFailure shows the error for a taken email address at the email field, and logs no failed email", () => {
  expect(failing({ code: "email_exists", status: 422 }).fieldErrors).toEqual({
    email: "This address cannot be used. Choose another.",
  });
  expect(logged).toEqual([]);
});
