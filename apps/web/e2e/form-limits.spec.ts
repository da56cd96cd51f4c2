import { readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import type { Locator } from "@playwright/test";
import { lacks, noteOf, project, webUrl } from "./addresses";
import { itemOf } from "./fixtures/answers";
import { createFirm, sendRequest } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { waitForReact } from "./pages/hydration";
import { answer } from "./pages/unsent-drafts";
import { expect, test } from "./test";

const TOO_LONG = 8_500_000;
const SENTENCE = /the form is larger than 8.MB/;

/**
 * Builds the text in the page, because sending it to the browser takes long. Hides the field,
 * because Chromium needs many seconds to lay out the text.
 */
const fillTooLong = (field: Locator) =>
  field.evaluate((area: HTMLTextAreaElement, length) => {
    area.style.display = "none";
    area.value = "x".repeat(length);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, TOO_LONG);

const empty = (field: Locator) =>
  field.evaluate((area: HTMLTextAreaElement) => {
    area.value = "";
    area.style.display = "";
  });

const lengthOf = (field: Locator) =>
  field.evaluate((area: HTMLTextAreaElement) => area.value.length);

test("a form above the size limit keeps its fields and shows an error", async ({ foundFirm }) => {
  const { path, owner } = await foundFirm();
  const { page, problems } = owner;
  await page.goto(`${path}/clients/import`);
  const rows = page.getByLabel("Or paste the rows");
  await waitForReact(rows);
  await fillTooLong(rows);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  expect((await answered).status()).toBe(413);
  await expect(page.getByRole("alert").filter({ hasText: SENTENCE })).toBeVisible();
  expect(await lengthOf(rows)).toBe(TOO_LONG);
  expect(problems.splice(0)).toEqual([expect.stringContaining("413 (Payload Too Large)")]);
  await empty(rows);
  await rows.fill(`name,contact_name,contact_email\nMarsh Ltd,Lena Marsh,${uniqueEmail("Lena")}`);
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await page.waitForURL(/\/clients\?imported=1/);
});

test("without scripts, a form above the size limit returns an error page, and Back restores the text", async ({
  join,
}) => {
  const owner = await join("Ines Novak", { javaScriptEnabled: false });
  const { path } = await createFirm(owner);
  const { page, problems } = owner;
  await page.goto(`${path}/clients/import`);
  const rows = page.getByLabel("Or paste the rows");
  await fillTooLong(rows);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  const response = await answered;
  expect(response.status()).toBe(413);
  expect(response.headers()["content-security-policy"]).toContain("'nonce-");
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await page.goBack();
  expect(await lengthOf(rows)).toBe(TOO_LONG);
  expect(problems.splice(0)).toEqual([expect.stringContaining("413 (Payload Too Large)")]);
});

test("incomplete forms get status 400, and oversized forms without a Content-Length header get status 413", async ({
  request,
}) => {
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
    // With the header `rsc`, Next returns RSC data instead of HTML. Browsers never send it with a
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

test("an RSC request without a content type is rejected if its body is above the size limit", async () => {
  // Send bytes, because `fetch` adds a content type if the body is a string.
  const body = new TextEncoder().encode("x".repeat(TOO_LONG));
  const answer = await fetch(`${webUrl}/sign-in`, { method: "POST", headers: { rsc: "1" }, body });
  expect(answer.status).toBe(413);
  expect(await answer.text()).toMatch(SENTENCE);
});

test("a forged id in a form never reaches the database's log", async ({ foundFirm, enter }) => {
  // A test cannot read the database log of a hosted project.
  test.skip(...lacks("database-log"));
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: "Your trade", kind: "text" }],
  });
  const { page } = await enter(request, { javaScriptEnabled: false });
  const item = itemOf(request, "Your trade");
  const path = `${request.link}/items/${item}`;
  await page.goto(path);
  const form = page.locator("form").filter({ has: answer(page) });
  const fields: Record<string, string> = { answer: "Baker", intent: "submit" };
  for (const field of await form.locator("input[type=hidden]").all()) {
    const name = (await field.getAttribute("name")) ?? "";
    fields[name] = (await field.inputValue()).replaceAll(item, "forged-id");
  }
  expect(JSON.stringify(fields)).toContain("forged-id");
  const answered = await page.request.post(path, {
    multipart: fields,
    headers: { origin: webUrl },
    maxRedirects: 0,
  });
  expect(answered.status()).toBeLessThan(400);
  const log =
    project?.databaseLog ??
    joinPath(readFileSync(noteOf("data-dir"), "utf8"), "logs", "postgres.log");
  expect(readFileSync(log, "utf8")).not.toContain("forged-id");
});
