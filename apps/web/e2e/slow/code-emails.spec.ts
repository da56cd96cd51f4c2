import type { OwnStack } from "../own-stack";
import { askForCode, CODE_FORMS } from "../pages/code-page";
import type { Person } from "../people";
import { expect, test } from "../test";

const ADDRESSES = ["mia@harbour.example", "no-account@harbour.example", "adam@harbour.example"];

async function askForAll(visitor: Person): Promise<string[][]> {
  const read: string[][] = [];
  for (const form of CODE_FORMS) {
    const texts: string[] = [];
    for (const email of ADDRESSES) texts.push(await askForCode(visitor, form, email));
    read.push(texts);
  }
  return read;
}

const codeEmails = async ({ webUrl }: OwnStack) =>
  (await (await fetch(`${webUrl}/api/health`)).json()).codeEmails;

// S-8.9
test("the code page looks the same for known and unknown addresses, even if the email cannot be sent", async ({
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
  const requests = CODE_FORMS.length * ADDRESSES.length;
  const failed = await askForAll(visitor);
  expect(await codeEmails(stack)).toEqual({ failing: true, failed: requests, limited: false });
  heal();
  const sent = await askForAll(visitor);
  // All requests in the hour after a failure count as failed. Otherwise, the count would reveal
  // which addresses have accounts.
  expect(await codeEmails(stack)).toEqual({ failing: true, failed: 2 * requests, limited: false });
  for (const [index, texts] of sent.entries()) {
    expect(texts[0]).toMatch(/^.*If .*ADDRESS.*, a code is on its way\./m);
    expect(texts[0]).toContain("No email after a minute?");
    for (const text of [...texts, ...(failed[index] ?? [])]) expect(text).toBe(texts[0]);
  }
});

// S-8.8
test("the code page shows the hourly limit in the same words for known and unknown addresses", async ({
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
  expect(await askForCode(visitor, CODE_FORMS[0], "olivia@harbour.example")).toContain(
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
