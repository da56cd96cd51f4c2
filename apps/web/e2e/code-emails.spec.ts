import type { OwnStack } from "./own-stack";
import type { Person } from "./people";
import { expect, test } from "./test";

// These tests request a code in every form that visitors have, while Auth cannot send emails.
const REQUEST = "/r/de300000000000000000000000000001";
const FORMS = [
  { path: "/sign-in", label: "Email", button: "Send me a code" },
  { path: "/forgot-password", label: "Email", button: "Send code" },
  { path: "/sign-up", label: "Email", button: "Create account" },
  { path: REQUEST, label: "Your email", button: "Continue" },
] as const;
/** Requests with an account, without one, and with one again. */
const ADDRESSES = ["mia@harbour.example", "no-account@harbour.example", "adam@harbour.example"];

/** Requests a code in a new browser. Returns the text of the page without the address. */
async function ask(
  { page, context }: Person,
  { path, label, button }: (typeof FORMS)[number],
  email: string,
): Promise<string> {
  await context.clearCookies();
  await page.goto(path);
  if (path === "/sign-up") await page.getByLabel("Your name").fill("Ada Doe");
  await page.getByLabel(label).fill(email);
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("button", { name: /^You can ask for a new code in / })).toBeVisible();
  return ((await page.getByRole("main").textContent()) ?? "")
    .replaceAll(email, "ADDRESS")
    .replace(/for a new code in \d+:\d\d/, "for a new code in TIME");
}

async function askForAll(visitor: Person): Promise<string[][]> {
  const read: string[][] = [];
  for (const form of FORMS) {
    const texts: string[] = [];
    for (const email of ADDRESSES) texts.push(await ask(visitor, form, email));
    read.push(texts);
  }
  return read;
}

const codeEmails = async ({ webUrl }: OwnStack) =>
  (await (await fetch(`${webUrl}/api/health`)).json()).codeEmails;

// S-8.9
test("the page looks the same after a failed and a sent email, for known and unknown addresses", async ({
  startStack,
  open,
}) => {
  const stack = await startStack();
  const visitor = await open("Visitor", { baseURL: stack.webUrl });
  const heal = stack.backend.faults.add({
    path: "/functions/v1/auth-email",
    status: 500,
    times: 100,
  });
  const requests = FORMS.length * ADDRESSES.length;
  const failed = await askForAll(visitor);
  expect(await codeEmails(stack)).toEqual({ failing: true, failed: requests, limited: false });
  heal();
  const sent = await askForAll(visitor);
  // If an email succeeded, it would reveal who has an account.
  expect(await codeEmails(stack)).toEqual({ failing: true, failed: 2 * requests, limited: false });
  for (const [index, texts] of sent.entries()) {
    expect(texts[0]).toMatch(/^.*If .*ADDRESS.*, a code is on its way\./m);
    expect(texts[0]).toContain("No email after a minute?");
    for (const text of [...texts, ...(failed[index] ?? [])]) expect(text).toBe(texts[0]);
  }
});

// S-8.8
test("the page shows the hourly limit in the same words for known and unknown addresses", async ({
  startStack,
  open,
}) => {
  const stack = await startStack({
    auth: {
      rate_limit: { token_refresh: 6000, sign_in_sign_ups: 1200, email_sent: 1 },
      email: { smtp: { enabled: true } },
    },
  });
  const visitor = await open("Visitor", { baseURL: stack.webUrl });
  expect(await ask(visitor, FORMS[0], "olivia@harbour.example")).toContain(
    "If ADDRESS can sign in here, a code is on its way.",
  );
  for (const [known, unknown, again] of await askForAll(visitor)) {
    expect(known).toContain(
      "Dossier recently reached its hourly email limit, so a code for ADDRESS may not arrive.",
    );
    expect(known).not.toContain("on its way");
    expect(unknown).toBe(known);
    expect(again).toBe(known);
  }
  expect(await codeEmails(stack)).toMatchObject({ failing: true, limited: true });
});
