import { webUrl } from "./addresses";
import { queryAsOwner } from "./database";
import { expect, test } from "./test";

type Row = { id: string; token: string };

/** Adds a contact to the demo firm's client Okafor and returns the token of their emails. */
async function addContact(name: string): Promise<Row> {
  const [added] = await queryAsOwner<{ id: string }>(
    `insert into public.contacts (org_id, client_id, name, email)
    select c.org_id, c.id, $1, gen_random_uuid() || '@client.example' from public.clients c
    where c.name = 'Okafor Dental Practice' returning id`,
    [name],
  );
  const [contact] = await queryAsOwner<Row>(
    "select c.id, private.opt_out_token(c) as token from public.contacts c where c.id = $1",
    [added?.id],
  );
  if (!contact) throw new Error("The demo firm has no such client.");
  return contact;
}

async function stateOf({ id }: Row): Promise<string> {
  const [row] = await queryAsOwner<{ state: string }>(
    "select concat_ws(' ', status, email_pref, opt_out_reason) as state from public.contacts where id = $1",
    [id],
  );
  return row?.state ?? "";
}

// S-2.20
test("opening an opt-out link changes nothing, as mail scanners open every link", async ({
  request,
}) => {
  const contact = await addContact("Scanned Contact");
  for (const method of ["GET", "HEAD"]) {
    const answer = await request.fetch(`/unsubscribe/${contact.token}?done=saved`, { method });
    expect(answer.status()).toBe(200);
    expect(answer.headers()["referrer-policy"]).toMatch(/same-origin|no-referrer/);
  }
  expect(await stateOf(contact)).toBe("active all");
  expect((await request.get(`/unsubscribe/${"0".repeat(32)}`)).status()).toBe(404);
});

// S-2.20
test("a contact stops reminders, then all email, without scripts and on a small dark screen", async ({
  browser,
}) => {
  const contact = await addContact("Paper Contact");
  const context = await browser.newContext({
    baseURL: webUrl,
    javaScriptEnabled: false,
    colorScheme: "dark",
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await page.goto(`/unsubscribe/${contact.token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email from Harbour & Lane");
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).catch(() => 0);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Choose what should stop.", { exact: true })).toBeVisible();
  expect(await stateOf(contact)).toBe("active all");
  await page.getByLabel("No reminders").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. This takes effect now.")).toBeVisible();
  await expect(
    page.getByText("You get no reminders from Harbour & Lane about this client."),
  ).toBeVisible();
  expect(await stateOf(contact)).toBe("active no_reminders");
  // A link never resumes email.
  await expect(page.getByLabel("No reminders")).toHaveCount(0);
  await page.getByLabel("I no longer work for Okafor Dental Practice").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("because you no longer work for it.")).toBeVisible();
  expect(await stateOf(contact)).toBe("opted_out no_reminders left");
  await context.close();
});

// S-2.20
test("one-click unsubscribe needs no cookie and no origin, and can be repeated", async ({
  playwright,
}) => {
  const contact = await addContact("One Click");
  const provider = await playwright.request.newContext({ baseURL: webUrl });
  const click = (token: string, headers: Record<string, string> = {}) =>
    provider.post(`/unsubscribe/${token}`, {
      headers,
      form: { "List-Unsubscribe": "One-Click" },
      maxRedirects: 0,
    });
  expect((await click("0".repeat(32))).status()).toBe(404);
  const first = await click(contact.token);
  expect([first.status(), await first.text()]).toEqual([
    200,
    "Done. To see what stopped, open the link in the email.",
  ]);
  expect(first.headers()["set-cookie"]).toBeUndefined();
  expect((await click(contact.token, { origin: "https://mail.example" })).status()).toBe(200);
  // The address never opened a request of the firm.
  expect(await stateOf(contact)).toBe("opted_out all firm");
  await provider.dispose();
});
