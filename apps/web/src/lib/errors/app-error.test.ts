import { BackendError } from "@dossier/backend-client";
import { afterEach, expect, test, vi } from "vitest";
import { errorFailure, isNotFound, needsSignIn, toAppError } from "@/lib/errors/app-error";

afterEach(() => vi.restoreAllMocks());

function raised(code: string, details: unknown = {}, status = 409) {
  return new BackendError({
    kind: "database",
    code: "unknown",
    upstreamCode: code,
    status,
    message: "refused",
    details,
  });
}

test("an error message contains the values of the database error", () => {
  expect(toAppError(raised("version_conflict", { version: 3, name: "Mia Chen" })).message).toBe(
    "Mia Chen already changed this.",
  );
  expect(toAppError(raised("file_size", { max_bytes: 104_857_600 })).message).toBe(
    "This file is too large. Choose one that is 100\u00a0MB or smaller.",
  );
  expect(toAppError(raised("limit_reached", { limit: 5, what: "orgs" })).message).toBe(
    "You can own at most 5 firms. To own another, first delete or leave one.",
  );
});

// S-8.17
test("a version conflict with the user's own change says that the change may be from another tab", () => {
  expect(toAppError(raised("version_conflict", { version: 3, name: "You" })).message).toBe(
    "You already changed this, perhaps in another tab.",
  );
});

// S-8.24
test("an error message says when an action becomes possible again, in the firm's time zone", () => {
  const tooSoon = raised("too_soon", {
    next_at: "2026-11-22T10:20:00+00:00",
    time_zone: "Europe/London",
  });
  const read = (now: string) => toAppError(tooSoon, { now: new Date(now) }).message;
  expect(read("2026-11-21T12:00:00Z")).toBe(
    "It is too soon to do this again. You can try again tomorrow at 10:20.",
  );
  expect(read("2026-11-22T09:00:00Z")).toBe(
    "It is too soon to do this again. You can try again today at 10:20.",
  );
  expect(read("2026-11-19T09:00:00Z")).toBe(
    "It is too soon to do this again. You can try again on 22 Nov 2026 at 10:20.",
  );
});

test("an error message names the action that reached its hourly limit, and when the action becomes possible again", () => {
  const read = (what: string, limit: number) =>
    toAppError(
      raised("too_soon", {
        what,
        limit,
        next_at: "2026-11-22T10:20:00+00:00",
        time_zone: "Europe/London",
      }),
      { now: new Date("2026-11-22T09:30:00Z") },
    ).message;
  expect(read("withdrawals", 20)).toBe(
    "You withdrew this answer 20 times within an hour. You can withdraw it again today at 10:20.",
  );
  expect(read("uploads", 200)).toBe(
    "You added 200 files to this item within an hour. You can add more today at 10:20.",
  );
});

// S-8.26
test("error messages explain that a daily limit delays the first email to a contact, and that an invitation was resent too often", () => {
  const spent = raised("email_budget", {
    next_at: "2026-11-23T00:00:00+00:00",
    time_zone: "Europe/London",
  });
  expect(toAppError(spent, { now: new Date("2026-11-22T09:00:00Z") }).message).toBe(
    "The first email to a contact of this request is waiting because of a daily limit. We’ll try again tomorrow at 00:00. You can remind the contact after that email is sent.",
  );
  expect(toAppError(raised("limit_reached", { limit: 5, what: "resends" })).message).toBe(
    "You can resend an invitation at most 5 times. Revoke it and invite the person again.",
  );
});

test("an error message names the firm's time zone if it differs from the user's", () => {
  const tooSoon = raised("too_soon", {
    next_at: "2126-11-22T10:20:00+00:00",
    time_zone: "Europe/London",
  });
  const said = (zone: string) => {
    const form = new FormData();
    form.set("viewer_zone", zone);
    return errorFailure(form, tooSoon).message;
  };
  expect(said("Asia/Kathmandu")).toBe(
    "It is too soon to do this again. You can try again on 22 Nov 2126 at 10:20 (Europe/London).",
  );
  expect(said("Europe/London")).toBe(
    "It is too soon to do this again. You can try again on 22 Nov 2126 at 10:20.",
  );
  expect(said("not a zone")).toBe(
    "It is too soon to do this again. You can try again on 22 Nov 2126 at 10:20.",
  );
});

// S-8.21
test("toAppError returns the field and the rule of a failed validation", () => {
  const appError = toAppError(
    raised("validation_failed", { field: "name", rule: "length", min: 2, max: 80 }, 422),
  );
  expect(appError).toMatchObject({ field: "name", message: "Use 2 to 80 characters." });
  const bounds = { min: "2026-11-23", max: "2028-11-23" };
  expect(
    toAppError(raised("validation_failed", { field: "due_on", rule: "range", ...bounds }, 422)),
  ).toMatchObject({
    message: "Choose a date between 23\u00a0November\u00a02026 and 23\u00a0November\u00a02028.",
  });
});

// S-8.21
test.each([
  ["a number", { field: "retention_days", min: 30, max: 3650 }, "Enter a number from 30 to 3,650."],
  [
    "the choices of an item",
    { field: "items.0.choices", min: 2, max: 30 },
    "Offer 2 to 30 choices.",
  ],
  ["an answer of one choice", { field: "answer", min: 1, max: 1 }, "Choose only one."],
  ["a value with unknown limits", { field: "days" }, "This value cannot be used. Enter another."],
])(
  "if the database refuses %s as out of range, the error message says what to enter",
  (_, details, message) => {
    const error = raised("validation_failed", { rule: "range", ...details }, 422);
    expect(toAppError(error).message).toBe(message);
  },
);

// S-8.21
test.each([
  ["an email address", { field: "reply_email" }, "Enter an email address like name@example.com."],
  ["a color", { field: "brand_color" }, "Enter a color such as #0d5f66."],
  [
    "a web address",
    { field: "slug", min: 3, max: 40 },
    "Use 3 to 40 characters: lowercase letters, digits or hyphens.",
  ],
  [
    "a removed contact",
    { field: "contact_ids" },
    "This choice is no longer available. Choose another.",
  ],
  ["a text", { field: "title" }, "Use one line of text without tabs or invisible characters."],
])(
  "if the database refuses the format of %s, the error message says what to enter instead",
  (_, details, message) => {
    const error = raised("validation_failed", { rule: "format", ...details }, 422);
    expect(toAppError(error).message).toBe(message);
  },
);

// S-8.21
test.each([
  ["a contact", { field: "email" }, "This client already has a contact with this address."],
  ["a client", { field: "ref" }, "Another client has this reference. Enter another."],
  ["an item", { field: "items.0.choices" }, "Already used. Choose another."],
])(
  "if the database refuses a value of %s because it is already used, the error message says where",
  (_, details, message) => {
    const error = raised("validation_failed", { rule: "unique", ...details }, 422);
    expect(toAppError(error).message).toBe(message);
  },
);

// S-8.4
test("the error of a wrong or expired code appears at the code field", () => {
  const wrong = new BackendError({ kind: "auth", code: "otp_expired", message: "x", status: 403 });
  expect(toAppError(wrong)).toMatchObject({
    field: "code",
    message: "That code is wrong or has expired. Enter the newest code, or ask for a new one.",
  });
});

const limited = (
  code: "over_email_send_rate_limit" | "over_request_rate_limit",
  seconds?: number,
) =>
  toAppError(
    new BackendError({
      kind: "auth",
      code,
      message: "x",
      status: 429,
      retryAfterSeconds: seconds,
    }),
  );

// S-8.7
test.each([
  ["with the seconds to wait", 45],
  ["in the last second of the wait", 0],
])(
  "the message of a rate limit error %s omits the waiting time, because a countdown follows the message",
  (_title, seconds) => {
    for (const code of ["over_email_send_rate_limit", "over_request_rate_limit"] as const) {
      expect(limited(code, seconds)).toMatchObject({
        message: "Too many attempts.",
        retryAfterSeconds: seconds,
      });
    }
  },
);

// S-8.42
test("toAppError returns no retry time for a rate limit error that does not say how long to wait", () => {
  const appError = limited("over_request_rate_limit");
  expect(appError.message).toBe("Too many attempts. Try again in a few minutes.");
  expect(appError.retryAfterSeconds).toBeUndefined();
});

// S-8.8
test("toAppError reports the hourly email limit for an email rate limit error that does not say how long to wait", () => {
  expect(limited("over_email_send_rate_limit").message).toBe(
    "Dossier has reached its hourly limit for emails. Try again in an hour.",
  );
});

// S-8.6
test("the error appears at the email field when the auth service rejects the email address", () => {
  const refused = new BackendError({
    kind: "auth",
    code: "validation_failed",
    message: "x",
    status: 400,
  });
  expect(toAppError(refused)).toMatchObject({ code: "email_address_invalid", field: "email" });
});

// S-8.45
test("an error message does not blame the user's connection if a gateway reports that a service is down", () => {
  const outage = new BackendError({
    kind: "network",
    code: "service_unavailable",
    status: 503,
    message: "x",
  });
  expect(toAppError(outage)).toMatchObject({
    code: "unavailable",
    message: "Dossier isn’t working right now. Wait a minute, then try again.",
  });
});

// S-8.45
test("toAppError reports an outage, not a lost connection, when the SDK stopped calling a failing service", () => {
  const paused = new BackendError({ kind: "network", code: "service_unavailable", message: "x" });
  expect(toAppError(paused).message).toBe(
    "Dossier isn’t working right now. Wait a minute, then try again.",
  );
});

// S-2.6, S-8.41
test("toAppError does not treat an outage as a sign-out", () => {
  const outage = new BackendError({ kind: "network", code: "unreachable", message: "x" });
  const appError = toAppError(outage);
  expect(appError.message).toBe("The connection failed. Wait a minute, then try again.");
  expect(needsSignIn(appError)).toBe(false);
});

// S-8.45
test.each([
  ["no service can be reached", { kind: "network", code: "unreachable" }],
  ["a service fails", { kind: "database", code: "unknown", status: 500 }],
  ["an Edge function fails", { kind: "functions", code: "http_error", status: 500 }],
] as const)(
  "an error message does not tell users that they are offline if the form reached the server: %s",
  (_, error) => {
    const failure = errorFailure(new FormData(), new BackendError({ message: "x", ...error }));
    expect(failure.message).toBe(
      "Dossier isn’t working right now, so your last action may not have worked. Wait a minute, then try again.",
    );
  },
);

// S-8.10
test("an error message does not ask a blocked user to sign in", () => {
  const blocked = new BackendError({
    kind: "auth",
    code: "user_banned",
    status: 400,
    message: "x",
  });
  expect(toAppError(blocked).message).toBe(
    "Your account is blocked. Contact the people who run Dossier.",
  );
});

// S-8.37
test("toAppError returns the message for an error code of an Edge Function, and “still being checked” if the function crashed", () => {
  const body = new BackendError({
    kind: "functions",
    code: "http_error",
    status: 422,
    message: "x",
    details: { code: "encrypted" },
  });
  expect(toAppError(body).message).toBe("This file needs a password. Save a copy without one.");
  const crashed = new BackendError({
    kind: "functions",
    code: "http_error",
    status: 500,
    message: "x",
  });
  expect(toAppError(crashed).message).toBe(
    "The file is still being checked. You can leave this page and send your answer later.",
  );
});

test.each(["42883", "42P01", "PGRST202", "PGRST205"])(
  "toAppError does not report a missing database function or table (%s) as a missing record",
  (code) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const missing = new BackendError({
      kind: "database",
      code: code as "42883",
      message: "x",
      status: 404,
    });
    const appError = toAppError(missing);
    expect(isNotFound(appError)).toBe(false);
    expect(appError.message).toMatch(/^Something went wrong\. Try again\. .* reference \w+ to/);
    expect(log).toHaveBeenCalledOnce();
  },
);

// S-8.16
test("toAppError reports a record that the user may not read as not found, like a missing record", () => {
  expect(isNotFound(toAppError(raised("not_found", {}, 404)))).toBe(true);
  const denied = new BackendError({ kind: "database", code: "42501", message: "x", status: 403 });
  expect(isNotFound(toAppError(denied))).toBe(true);
});

// S-8.43
test("toAppError logs an unknown error under the reference that the user sees", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { message } = toAppError(new Error("boom"));
  const reference = /reference (\w+)/.exec(message)?.[1] ?? "missing";
  expect(log.mock.calls[0]?.[0]).toContain(reference);
});

// S-2.3
test("errorFailure keeps the form's input, but never a password", () => {
  const form = new FormData();
  form.set("email", "ada@example.com");
  form.set("password", "secret words");
  const failure = errorFailure(form, raised("slug_taken", { field: "slug" }), ["slug"]);
  expect(failure).toMatchObject({
    ok: false,
    code: "slug_taken",
    values: { email: "ada@example.com" },
  });
  expect(failure.fieldErrors?.slug).toContain("Another firm");
  expect(JSON.stringify(failure)).not.toContain("secret words");
});

test("errorFailure does not say that a reserved web address belongs to another firm", () => {
  const failure = errorFailure(
    new FormData(),
    raised("slug_taken", { field: "slug", reserved: true }),
    ["slug"],
  );
  expect(failure.fieldErrors?.slug).toBe("This web address is reserved. Choose another.");
});

test("errorFailure shows an error above the form if its field is not in the form", () => {
  const failure = errorFailure(new FormData(), raised("slug_taken", { field: "slug" }), ["name"]);
  expect(failure.fieldErrors).toBeUndefined();
  expect(failure.message).toContain("Another firm");
});
