import { readFileSync } from "node:fs";
import { unwrap } from "@dossier/backend-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listEvents } from "@/features/activity/queries";
import { noticeOf } from "@/features/activity/strings";
import { sendCode } from "@/features/auth/mutations";
import { rejectionOf } from "@/features/files/upload/rejection";
import { isNotFound, toAppError } from "@/lib/errors/app-error";
import { SENTENCES } from "@/lib/errors/error-sentences";
import { authErrors } from "./auth-errors";
import { BEYOND, CATALOGUE } from "./catalogue";
import { requestErrors } from "./database-errors";
import { type Firm, foundFirm, sendRequest } from "./firm";
import { inspect, REFUSED_FILES } from "./inspection-errors";
import { errorOf, type Provocation } from "./provocation";
import { outageErrors, storageErrors } from "./service-errors";
import { openStage, type Stage } from "./stage";
import { teamErrors } from "./team-errors";

let stage: Stage;
let firm: Firm;

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "errors");
});
afterAll(() => stage?.close());

const all: Provocation[] = [
  ...teamErrors,
  ...storageErrors,
  ...outageErrors,
  ...requestErrors,
  ...authErrors,
];

const exactly = (says: string | RegExp) =>
  typeof says === "string" ? says : expect.stringMatching(says);

const saysOf = (kind: string, code: string) =>
  CATALOGUE.find((each) => each.kind === kind && each.codes.includes(code))?.says ?? "no such row";

describe("rejections by the file inspection", () => {
  test.for(["type_mismatch", "encrypted", "macro"] as const)(
    "for a file with the problem %s, the page shows the sentence of the error catalog",
    async (code) => {
      const answer = await inspect({ stage, firm }, code);
      expect(answer).toEqual({ status: "rejected", reject_code: code });
      const { name } = REFUSED_FILES[code];
      expect(rejectionOf({ name, code: answer.reject_code ?? null })).toBe(
        saysOf("functions", code),
      );
    },
  );
});

test("the activity of a request shows an email that the email service rejected", async () => {
  const { backend } = stage;
  const { id } = await sendRequest(
    firm,
    [{ kind: "text", section: "", title: "Anything" }],
    "Lost",
  );
  const disarm = backend.faults.add({ path: "/mailbox/emails", status: 422, times: 50 });
  const { db, functions } = firm.owner.visit();
  const delivered = unwrap(await functions.invoke("deliver-email", { body: {} }));
  disarm();
  expect(delivered).toMatchObject({ sent: 0, failed: expect.toSatisfy((count) => count > 0) });
  const { events } = await listEvents(db, { orgId: firm.orgId, requestId: id });
  const failure = events.find(({ action }) => action === "mail.failed");
  expect(noticeOf(failure ?? { action: "none", data: {} })).toBe(
    saysOf("functions", "mail_failed"),
  );
});

// S-8.5
test("an email address without an account gets the same response as one with an account", async () => {
  const { email } = await stage.join("Ada Known");
  const { auth } = stage.guest().visit();
  for (const purpose of ["sign-in", "recovery", "sign-up"] as const) {
    for (const address of [email, `nobody-${purpose}@example.org`]) {
      expect(await sendCode(auth, { purpose, email: address })).toBeNull();
    }
  }
});

test("the error of a database function that calls a missing function is shown with a reference, not as “not found”", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  // Replace an existing function, because PostgREST knows a new one only after it reloads its
  // schema cache.
  const [stored] = await stage.sql(
    "select pg_get_functiondef('public.get_sweep_age()'::regprocedure) as definition",
  );
  await stage.sql(
    `create or replace function public.get_sweep_age() returns int language plpgsql
     as $$ begin return public.no_such_function(); end $$`,
  );
  const error = await errorOf(stage.guest().visit().anonymous.db.rpc("get_sweep_age"));
  await stage.sql(String(stored?.definition));
  expect(error).toMatchObject({ kind: "database", code: "42883", status: 404 });
  const problem = toAppError(error);
  expect(problem.message).toMatch(/^Something went wrong\. Try again\. .* reference \w+ to/);
  expect(isNotFound(problem)).toBe(false);
});

// S-8.1
describe("failures of the backend", () => {
  test.for(all.map((each) => [`${each.kind} ${each.code}`, each] as const))(
    "for the error “%s”, the app shows the sentence of the error catalog",
    async ([, { kind, code, provoke }]) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      const error = await provoke({ stage, firm });
      const { message } = toAppError(error);
      expect(message, `for ${JSON.stringify(error)}`).toEqual(exactly(saysOf(kind, code)));
    },
  );
});

describe("the error catalog", () => {
  const here = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

  test.for(CATALOGUE.map((row) => [`${row.kind} ${row.codes.join(" ")}`, row] as const))(
    "a test causes the error “%s” of the error catalog",
    ([, { kind, codes, says, shownBy }]) => {
      if (shownBy) {
        const spec = here(shownBy.file);
        expect(spec).toContain(`test("${shownBy.title}`);
        expect(spec).toContain(String(says));
        return;
      }
      const isToldElsewhere =
        kind === "functions" &&
        codes.every((code) => code in REFUSED_FILES || code === "mail_failed");
      const missing = codes.filter(
        (code) => !all.some((each) => each.kind === kind && each.code === code),
      );
      expect(isToldElsewhere ? [] : missing).toEqual([]);
    },
  );

  test("the error catalog lists every error code for which the app has a text, except for a fixed set of codes", () => {
    const known = new Set(CATALOGUE.flatMap(({ codes }) => codes));
    expect(Object.keys(SENTENCES).filter((code) => !known.has(code) && !BEYOND.has(code))).toEqual(
      [],
    );
  });
});
