import { queryAsOwner } from "./database";
import { addClient, type Client } from "./fixtures/firms";
import { test as base, expect } from "./test";

type Contact = Client["contact"] & { token: string };

const test = base.extend<{ contact: Contact }>({
  contact: async ({ foundFirm }, use) => {
    const { contact } = await addClient(await foundFirm());
    const [row] = await queryAsOwner<{ token: string }>(
      "select private.opt_out_token(c) as token from public.contacts c where c.id = $1",
      [contact.id],
    );
    await use({ ...contact, token: row?.token ?? "" });
  },
});

async function stateOf({ id }: Contact): Promise<string> {
  const [row] = await queryAsOwner<{ state: string }>(
    "select concat_ws(' ', status, email_pref, opt_out_reason) as state from public.contacts where id = $1",
    [id],
  );
  return row?.state ?? "";
}

// S-2.20
test("opening an opt-out link changes nothing, because email scanners open every link", async ({
  contact,
  request,
}) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await request.fetch(`/unsubscribe/${contact.token}?done=saved`, { method });
    expect(answer.status()).toBe(200);
    expect(answer.headers()["referrer-policy"]).toMatch(/same-origin|no-referrer/);
  }
  expect(await stateOf(contact)).toBe("active all");
  expect((await request.get(`/unsubscribe/${"0".repeat(32)}`)).status()).toBe(404);
});

// S-2.20
test("a contact can stop reminders and then all email about a client, without scripts, on a small screen and in the dark theme", async ({
  contact,
  open,
}) => {
  const { page } = await open("Carla Brandt", {
    javaScriptEnabled: false,
    colorScheme: "dark",
    viewport: { width: 320, height: 640 },
  });
  await page.goto(`/unsubscribe/${contact.token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email from Northwind Advisers");
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Choose what applies to you.", { exact: true })).toBeVisible();
  expect(await stateOf(contact)).toBe("active all");
  await page.getByLabel("I don’t want reminders").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. This takes effect now.")).toBeVisible();
  await expect(
    page.getByText("You get no reminders from Northwind Advisers about Brandt & Sons."),
  ).toBeVisible();
  expect(await stateOf(contact)).toBe("active no_reminders");
  await expect(page.getByLabel("I don’t want reminders")).toHaveCount(0);
  await page.getByLabel("I no longer work for Brandt & Sons").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("about Brandt & Sons, because you no longer work for Brandt & Sons."),
  ).toBeVisible();
  expect(await stateOf(contact)).toBe("opted_out no_reminders left");
});

// S-2.20
test("one-click unsubscribe needs no cookie and no Origin header, and can be repeated", async ({
  contact,
  request: provider,
}) => {
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
    "Your choice is saved. To see which emails you stopped, open the link in the email again.",
  ]);
  expect(first.headers()["set-cookie"]).toBeUndefined();
  expect((await click(contact.token, { origin: "https://mail.example" })).status()).toBe(200);
  // The contact never opened a request of the firm, so one click stops all of the firm's email.
  expect(await stateOf(contact)).toBe("opted_out all firm");
});
