import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { webUrl } from "./addresses";
import { expectNoServerError, FORGED, fieldsToForge, post, readForms } from "./routes/forms";
import { expectNotFound, expectOutcome } from "./routes/outcomes";
import { FOREIGN_TO_CONTACT, missingAddresses, ROLES_OF_MISSING, ROUTES } from "./routes/table";
import { expect, test } from "./test";

const APP = fileURLToPath(new URL("../src/app", import.meta.url));

// S-2.1
test("the table of routes lists every page and route handler of the application", () => {
  const files = globSync("**/{page.tsx,route.ts}", { cwd: APP }).sort();
  expect(ROUTES.map(({ file }) => file).sort()).toEqual(files);
});

test("a contact cannot see the requests of another client", async ({ cast }) => {
  const [demo, contact] = [await cast.demo(), await cast.person("contact")];
  for (const { path, outcome } of FOREIGN_TO_CONTACT) {
    await expectOutcome(contact, path(demo), outcome, demo);
  }
});

// S-2.4, S-2.5, S-8.16
test("a missing firm, request, client or template shows the same not-found page as an unknown URL", async ({
  cast,
}) => {
  // The slow suite opens every URL as each of these roles.
  const addresses = missingAddresses(await cast.demo());
  for (const [index, address] of addresses.entries()) {
    const role = ROLES_OF_MISSING[index % ROLES_OF_MISSING.length];
    if (role) await expectNotFound(await cast.person(role), address);
  }
});

test("the search route returns clients even if the search text is empty, contains a tab or line break, or has no valid character", async ({
  cast,
}) => {
  const { context } = await cast.person("owner");
  for (const clients of ["", "%00", "a"]) {
    const answer = await context.request.get(`/o/harbour-lane/search?clients=${clients}`);
    expect(answer.status(), clients).toBe(200);
    expect((await answer.json()).clients.length, clients).toBeGreaterThan(0);
  }
  const pasted = encodeURIComponent("Okafor\tDental\r\nPractice");
  for (const parameter of ["clients", "q"]) {
    const answer = await context.request.get(`/o/harbour-lane/search?${parameter}=${pasted}`);
    expect(answer.status(), parameter).toBe(200);
    expect((await answer.json()).clients, parameter).toEqual([
      expect.objectContaining({ name: "Okafor Dental Practice" }),
    ]);
  }
});

// S-2.7
test("the sign-in page never redirects a signed-in user to another origin", async ({ cast }) => {
  const { page } = await cast.person("owner");
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.url()).toBe(`${webUrl}/o/harbour-lane`);
  }
});

// S-2.4
test("a member who submits an owner's settings form gets status 404", async ({ cast }) => {
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
test("submitting a settings form with a forged hidden field returns the page (200), not a server error", async ({
  cast,
}) => {
  const owner = await cast.person("owner");
  // The slow suite forges every field with each of these values.
  for (const [index, place] of (await fieldsToForge(owner)).entries()) {
    const forged = FORGED[index % FORGED.length];
    if (forged) await expectNoServerError(owner, place, forged);
  }
});
