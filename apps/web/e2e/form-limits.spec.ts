import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator } from "@playwright/test";
import { lacks, noteOf, project, webUrl } from "./addresses";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { answer } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "lena@limits.example";
const TOO_LONG = 8_500_000;
const SENTENCE = /the form is larger than 8.MB/;

/** Runs in the page, because sending this much text to the browser takes long. */
const fillTooLong = (field: Locator) =>
  field.evaluate((area: HTMLTextAreaElement, length) => {
    area.value = "x".repeat(length);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, TOO_LONG);

const lengthOf = (field: Locator) =>
  field.evaluate((area: HTMLTextAreaElement) => area.value.length);

async function openImport(browser: Browser, options = {}): Promise<Person> {
  const staff = await openPerson(browser, "Mia Chen", options);
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane/clients/import");
  return staff;
}

test("a form above the limit keeps its fields and shows an error", async ({ browser }) => {
  const { page, context } = await openImport(browser);
  const rows = page.getByLabel("Or paste the rows");
  await waitForReact(rows);
  await fillTooLong(rows);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  expect((await answered).status()).toBe(413);
  await expect(page.getByRole("alert").filter({ hasText: SENTENCE })).toBeVisible();
  expect(await lengthOf(rows)).toBe(TOO_LONG);
  await rows.fill("name,contact_name,contact_email\nLimits One,Lena Marsh,lena@limits-one.example");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForURL(/\/clients\?imported=1/);
  await context.close();
});

test("without scripts a form above the limit returns a page, and Back keeps the text", async ({
  browser,
}) => {
  const { page, context } = await openImport(browser, { javaScriptEnabled: false });
  const rows = page.getByLabel("Or paste the rows");
  await fillTooLong(rows);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const response = await answered;
  expect(response.status()).toBe(413);
  expect(response.headers()["content-security-policy"]).toContain("'nonce-");
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await page.goBack();
  expect(await lengthOf(rows)).toBe(TOO_LONG);
  await context.close();
});

test("incomplete forms and forms without a length show an error", async ({ request }) => {
  const part = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n';
  const incomplete = [
    { type: "multipart/form-data", body: `${part}--b--\r\n` },
    { type: "multipart/form-data; boundary=b", body: part },
    { type: "multipart/form-data; boundary=b", body: "--b\r\nnothing" },
  ];
  for (const { type, body } of incomplete) {
    const options = { headers: { "content-type": type }, data: Buffer.from(body) };
    const page = await request.post("/sign-in", options);
    expect(page.status(), body).toBe(400);
    expect(await page.text()).toContain("the form did not arrive completely");
    const action = await request.post("/sign-in", {
      ...options,
      headers: { ...options.headers, "next-action": "00" },
    });
    expect(action.status(), body).toBe(400);
    expect(action.headers()["content-type"]).toBe("text/plain");
    // With this header Next responds with data instead of a document; no browser sends it with a
    // form.
    const data = await request.post("/sign-in", {
      ...options,
      headers: { ...options.headers, rsc: "1" },
    });
    expect(data.status(), body).toBe(400);
    expect(await data.text()).toContain("the form did not arrive completely");
  }
  const chunks = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1_048_576));
      chunksSent += 1;
      if (chunksSent === 9) controller.close();
    },
  });
  let chunksSent = 0;
  const streamed = await fetch(`${webUrl}/sign-in`, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body: chunks,
    duplex: "half",
  } as RequestInit);
  expect(streamed.status).toBe(413);
});

test("a body above the limit is rejected even when its headers hide the length", async () => {
  // With a text body, fetch would add a content type.
  const body = new TextEncoder().encode("x".repeat(TOO_LONG));
  const answer = await fetch(`${webUrl}/sign-in`, { method: "POST", headers: { rsc: "1" }, body });
  expect(answer.status).toBe(413);
  expect(await answer.text()).toMatch(SENTENCE);
});

test("a forged id in a form never reaches the log of the database", async ({ browser }) => {
  // A hosted project does not expose its log. The local backend always runs this test.
  test.skip(...lacks("database-log"));
  const staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Limits Ltd", contact: "Lena Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Forged ids");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your trade" });
  const link = await sendRequest(staff, CONTACT);
  const contact = await openPerson(browser, "Lena Marsh");
  await openRequestLink(contact, link, CONTACT);
  await contact.page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(contact.page)).toBeVisible();
  const item = contact.page.url();
  const { page, context } = await openPerson(browser, "Lena without scripts", {
    javaScriptEnabled: false,
    storageState: await contact.context.storageState(),
  });
  await page.goto(item);
  const form = page.locator("form").filter({ has: answer(page) });
  const fields: Record<string, string> = { answer: "Baker", intent: "submit" };
  for (const field of await form.locator("input[type=hidden]").all()) {
    const name = (await field.getAttribute("name")) ?? "";
    fields[name] = (await field.inputValue()).replaceAll(item.split("/").at(-1) ?? "", "forged-id");
  }
  expect(JSON.stringify(fields)).toContain("forged-id");
  const answered = await context.request.post(item, {
    multipart: fields,
    headers: { origin: webUrl },
    maxRedirects: 0,
  });
  expect(answered.status()).toBeLessThan(400);
  const log =
    project?.databaseLog ?? join(readFileSync(noteOf("data-dir"), "utf8"), "logs", "postgres.log");
  expect(readFileSync(log, "utf8")).not.toContain("forged-id");
  for (const each of [staff.context, contact.context, context]) await each.close();
});
