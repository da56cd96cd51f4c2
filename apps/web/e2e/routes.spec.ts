import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { webUrl } from "./addresses";
import type { Person } from "./people";
import { expect, test } from "./routes/cast";
import type { Demo } from "./routes/demo";
import { FOREIGN_TO_CONTACT, type Outcome, ROLES, ROUTES } from "./routes/table";

const APP = fileURLToPath(new URL("../src/app", import.meta.url));
const UNKNOWN = "/no-such-page";

/** Returns the title and text of the page that a user without access sees. */
async function readNotFound({ page }: Person, path: string): Promise<string[]> {
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(answer?.status(), path).toBe(404);
  // No script has run yet, so the server set this title.
  expect(await answer?.text(), path).toContain("<title>Not found or no access");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not found or no access");
  await expect(page).toHaveTitle(/^Not found or no access/);
  return [await page.title(), await page.locator("body").ariaSnapshot()];
}

const unknown = new Map<Person, string[]>();

/** Expects the same text as for an address that has no route. */
async function expectNotFound(person: Person, path: string): Promise<void> {
  const expected = unknown.get(person) ?? (await readNotFound(person, UNKNOWN));
  unknown.set(person, expected);
  expect(await readNotFound(person, path), path).toEqual(expected);
}

/**
 * Expects a redirect. Uses a page, because a request without a browser fails if the server just
 * closed the idle connection.
 */
async function expectRedirect(
  { page }: Person,
  path: string,
  outcome: Extract<Outcome, { kind: "sign-in" | "goes to" }>,
  demo: Demo,
): Promise<void> {
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(answer?.status(), path).toBe(200);
  const { origin, pathname, searchParams } = new URL(page.url());
  expect(origin).toBe(webUrl);
  if (outcome.kind === "goes to") {
    expect(pathname, path).toBe(outcome.path(demo));
    return;
  }
  expect(pathname, path).toBe("/sign-in");
  // Signing in cannot return to a download or to data, so `next` is the page that uses them.
  const usedBy = path.replace(/\/export$/, "?export=1").replace(/\/search\?.*$/, "");
  expect(searchParams.get("next"), path).toBe(usedBy);
}

async function expectOutcome(
  person: Person,
  path: string,
  outcome: Outcome,
  demo: Demo,
): Promise<void> {
  if (outcome.kind === "not found") return expectNotFound(person, path);
  if (outcome.kind === "answers") {
    const answer = await person.context.request.get(path, {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(answer.status(), path).toBe(outcome.status);
    if (outcome.type) expect(answer.headers()["content-type"], path).toContain(outcome.type);
    return;
  }
  if (outcome.kind === "sign-in" || outcome.kind === "goes to") {
    return expectRedirect(person, path, outcome, demo);
  }
  const { page } = person;
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(answer?.status(), path).toBe(200);
  const { origin, pathname } = new URL(page.url());
  expect(origin).toBe(webUrl);
  expect(pathname, path).toBe(path);
  const main = page.getByRole("main");
  await expect(
    main.getByRole("heading", { level: 1, name: outcome.heading, exact: true }),
  ).toBeVisible();
  if (outcome.section) {
    await expect(
      main.getByRole("heading", { level: 2, name: outcome.section, exact: true }),
    ).toBeVisible();
  }
  if (!outcome.action) return;
  const named = { name: outcome.action, exact: true };
  const action = main.getByRole("button", named).or(main.getByRole("link", named)).first();
  await expect(action, `${path}: ${outcome.action}`).toBeVisible();
}

// S-2.1
test("the table lists every page and route handler of the application", () => {
  const files = globSync("**/{page.tsx,route.ts}", { cwd: APP }).sort();
  expect(ROUTES.map(({ file }) => file).sort()).toEqual(files);
});

for (const role of ROLES) {
  // S-2.1, S-2.10, S-2.14, S-2.21, S-2.46
  test(`${role}: every route shows, hides or redirects as specified`, async ({ cast }) => {
    const [demo, person] = [await cast.demo(), await cast.person(role)];
    for (const route of ROUTES) {
      await test.step(route.file, () =>
        expectOutcome(person, route.path(demo), route.gets[role], demo),
      );
    }
    // The browser itself logs a missing page to the console.
    const problems = person.problems.splice(0);
    expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
  });
}

test("a contact sees nothing of another client", async ({ cast }) => {
  const [demo, contact] = [await cast.demo(), await cast.person("contact")];
  for (const { path, outcome } of FOREIGN_TO_CONTACT) {
    await expectOutcome(contact, path(demo), outcome, demo);
  }
});

// S-2.4, S-2.5, S-8.16
test("a missing page looks like a forbidden page, for every role", async ({ cast }) => {
  const demo = await cast.demo();
  const missing = "00000000-0000-4000-8000-000000000000";
  const firm = "/o/harbour-lane";
  const addresses = [
    "/o/no-such-firm",
    `${firm}/requests/${missing}`,
    `${firm}/requests/${demo.request}/review/${missing}`,
    `${firm}/clients/${missing}`,
    `${firm}/templates/not-an-id`,
    `${firm}/settings/no-such-page`,
    `/r/${"0".repeat(32)}`,
    `/join/${missing}`,
  ];
  for (const role of ["owner", "member", "contact", "stranger"] as const) {
    const person = await cast.person(role);
    for (const address of addresses) await expectNotFound(person, address);
  }
});

// S-2.7
test("signing in never leads to another origin", async ({ cast }) => {
  const { page } = await cast.person("owner");
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.url()).toBe(`${webUrl}/o/harbour-lane`);
  }
});

/** Returns the forms of a page, with every field that a page without scripts would post. */
async function readForms({ page }: Person, path: string): Promise<Record<string, string>[]> {
  await page.goto("/help");
  return page.evaluate(async (address) => {
    const html = await (await fetch(address)).text();
    const { forms } = new DOMParser().parseFromString(html, "text/html");
    const fieldsOf = (form: HTMLFormElement) =>
      Object.fromEntries(
        [...new FormData(form)].filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        ),
      );
    return [...forms].filter(({ method }) => method === "post").map(fieldsOf);
  }, path);
}

/** Posts a form as a page without scripts does. */
async function post({ context }: Person, path: string, fields: Record<string, string>) {
  return context.request.post(path, { multipart: fields, headers: { origin: webUrl } });
}

// S-2.4
test("a member who posts a settings form gets the not-found page", async ({ cast }) => {
  const [owner, member] = [await cast.person("owner"), await cast.person("member")];
  for (const name of ["general", "team", "security", "reminders", "audit"]) {
    const path = `/o/harbour-lane/settings/${name}`;
    const forms = (await readForms(owner, path)).filter(
      (fields) => "org" in fields || "org_id" in fields,
    );
    expect(forms.length, path).toBeGreaterThan(0);
    for (const fields of forms) {
      const answer = await post(member, path, fields);
      expect(answer.status(), `${path} ${Object.keys(fields).join(" ")}`).toBe(404);
    }
  }
});

// S-2.4
test("the settings page shows an error for a forged field", async ({ cast }) => {
  const owner = await cast.person("owner");
  for (const [name, field] of [
    ["audit", "org"],
    ["audit", "after"],
    ["audit", "checked"],
    ["general", "org"],
    ["general", "org_id"],
  ] as const) {
    const path = `/o/harbour-lane/settings/${name}`;
    for (const fields of await readForms(owner, path)) {
      if (!(field in fields)) continue;
      for (const forged of ["no-such-firm", "\u0000", "-1", "9".repeat(400)]) {
        const answer = await post(owner, path, { ...fields, [field]: forged });
        expect(answer.status(), `${path} ${field}=${forged}`).toBe(200);
      }
    }
  }
});
