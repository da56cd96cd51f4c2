import { defineBackend } from "@dossier/backend-client";
import { createSessionServer } from "@dossier/backend-client/server";
import { createMemoryJar } from "@dossier/backend-client/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendCode } from "@/features/auth/mutations";
import { codeEmails } from "@/lib/codes/code-emails.server";
import { FAILED, LIMITED, PAUSED, type RecordedAnswer, UNKNOWN } from "./recorded-code-emails";

vi.mock("@/lib/backend/backend.server", () => ({}));

const email = "someone@example.com";
const purposes = ["sign-in", "recovery", "portal"] as const;

function authOf({ status, header, body }: RecordedAnswer) {
  const fetch = async () =>
    Response.json(body, {
      status,
      headers: {
        "x-supabase-api-version": "2024-01-01",
        ...(header ? { "x-sb-error-code": header } : {}),
      },
    });
  const backend = defineBackend({
    url: "http://backend.test",
    anonKey: "sb_publishable_recorded",
    runtime: { fetch },
  });
  const sessions = createSessionServer(backend, { clientLimit: false, serviceLimit: false });
  return sessions.open({ cookies: createMemoryJar() }).auth;
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  codeEmails.clear();
});
afterEach(() => void vi.restoreAllMocks());

const all = (answers: readonly RecordedAnswer[]) =>
  answers.flatMap((answer) =>
    purposes.map((purpose) => ({ title: answer.title, purpose, answer })),
  );

// S-8.9
test.each(all(FAILED))(
  "a request for a $purpose code returns no error, but counts a failure: $title",
  async ({ purpose, answer }) => {
    expect(await sendCode(authOf(answer), { purpose, email })).toBeNull();
    expect(codeEmails.report(Date.now())).toEqual({ failing: true, failed: 1, limited: false });
  },
);

test.each(all([...PAUSED, UNKNOWN]))(
  "a request for a $purpose code returns no error and counts no failure: $title",
  async ({ purpose, answer }) => {
    expect(await sendCode(authOf(answer), { purpose, email })).toBeNull();
    expect(codeEmails.report(Date.now())).toEqual({ failing: false, failed: 0, limited: false });
  },
);

// S-8.8
test.each(all([LIMITED]))(
  "a request for a $purpose code returns no error, and the app stores that the hourly limit was reached: $title",
  async ({ purpose, answer }) => {
    expect(await sendCode(authOf(answer), { purpose, email })).toBeNull();
    expect(codeEmails.isLimited(Date.now())).toBe(true);
  },
);
