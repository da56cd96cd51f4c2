import { BackendError } from "@dossier/backend-client";
import { expect, it } from "vitest";
import { dependsOnAccount, sentenceFor } from "./errors.js";

it.each([
  ["a missing account", "otp_disabled", 422],
  ["the pause between two emails", "over_email_send_rate_limit", 429],
  ["an SMTP server that fails", "unexpected_failure", 500],
  ["a hook that hangs", "hook_timeout", 422],
  ["a hook that refuses", "unknown", 429],
  ["an account whose address cannot receive email", "email_address_invalid", 400],
] as const)("dependsOnAccount returns true for an error caused by %s", (_name, code, status) => {
  const error = new BackendError({ kind: "auth", code, status, message: "x" });
  expect(dependsOnAccount(error)).toBe(true);
});

it("dependsOnAccount returns true for a timeout, because a hanging SMTP server delays only addresses with an account", () => {
  const error = new BackendError({ kind: "network", code: "timeout", message: "x" });
  expect(dependsOnAccount(error)).toBe(true);
});

it.each([
  "validation_failed",
  "over_request_rate_limit",
  "captcha_failed",
  "email_provider_disabled",
] as const)("dependsOnAccount returns false for the Auth error %s", (code) => {
  const error = new BackendError({ kind: "auth", code, status: 400, message: "x" });
  expect(dependsOnAccount(error)).toBe(false);
});

it.each(["rate_limited", "service_unavailable", "unreachable"] as const)(
  "dependsOnAccount returns false for the network error %s",
  (code) => {
    const error = new BackendError({ kind: "network", code, status: 503, message: "x" });
    expect(dependsOnAccount(error)).toBe(false);
  },
);

const failure = { status: 429, message: "x" };

it.each([
  [
    new BackendError({ ...failure, kind: "network", code: "rate_limited", retryAfterSeconds: 12 }),
    "Too many attempts. Wait 12 seconds, then try again.",
  ],
  [
    new BackendError({ ...failure, kind: "auth", code: "over_request_rate_limit" }),
    "Too many attempts. Wait a minute, then try again.",
  ],
  [
    new BackendError({
      ...failure,
      kind: "auth",
      code: "unexpected_failure",
      retryAfterSeconds: 30,
    }),
    "Something went wrong. Wait 30 seconds, then try again.",
  ],
])("the message states how long to wait: %s", (error, sentence) => {
  expect(sentenceFor(error)).toBe(sentence);
});
