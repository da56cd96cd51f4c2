import { makePdf } from "../documents";
import { decide, itemOf, submitAnswer, submitFile } from "../fixtures/answers";
import { createDraft, sendRequest } from "../fixtures/firms";
import { expectFooters, expectNoControls, readPrintedPages } from "../pages/printed-pages";
import { expect, test } from "../test";

const LETTER = { name: "letter.pdf", mime: "application/pdf", bytes: makePdf("A letter") };

test("a printed full record shows every fingerprint in full", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}?tab=record`);
  await expectNoControls(page);
  const hashes = await page.locator("code").allTextContents();
  const { pages } = await readPrintedPages(page);
  const text = pages.join("").replaceAll(/\s/g, "");
  expect(hashes.length).toBeGreaterThan(1);
  for (const hash of hashes) expect(text).toContain(hash);
  expectFooters(pages, `${request.title} · ${request.client.name}`);
});

test("a printed draft shows its fields, but no controls", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, { message: "Please send these.\n".repeat(12) });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await expect(page.getByLabel("Due date")).toBeVisible();
  await expectNoControls(page);
  const { pages } = await readPrintedPages(page);
  const text = pages.join(" ");
  expect(text).toContain(`Client: ${draft.client.name}`);
  expect(text).toContain("Bank statements");
  expect(text.match(/Please send these\./g)).toHaveLength(12);
  expectFooters(pages, `${draft.title} · ${draft.client.name}`);
});

// S-2.43
test("a printed checklist of a contact shows every item, and marks accepted items and items to do", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const items = ["Your trade", "Your turnover", "Your stock"].map((title) => ({
    title,
    kind: "text",
  }));
  const request = await sendRequest(firm, { items });
  await submitAnswer(firm.owner, itemOf(request, "Your trade"));
  await decide(firm.owner, itemOf(request, "Your trade"), "accepted");
  await submitAnswer(firm.owner, itemOf(request, "Your turnover"));
  const { page } = await enter(request);
  await page.goto(`${request.link}/items`);
  await expectNoControls(page);
  const { pages } = await readPrintedPages(page);
  const [first = ""] = pages;
  for (const text of [
    firm.name,
    `Client: ${request.client.name}`,
    "Due ",
    "Your trade",
    "✓ Accepted",
    "Your turnover",
    "Your stock",
    "To do",
  ]) {
    expect(first).toContain(text);
  }
  expect(first).not.toContain("Next item");
  expectFooters(pages, `${request.title} · ${request.client.name}`);
});

// S-2.43
test("a printed receipt shows fingerprints in full, and neither URLs after links nor the days until the due date", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Letters", kind: "file" }] });
  const contact = await enter(request);
  await submitFile(contact, itemOf(request, "Letters"), LETTER);
  const { page } = contact;
  await page.goto(`${request.link}/items`);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await expectNoControls(page);
  const { pages } = await readPrintedPages(page);
  const text = pages.join(" ");
  expect(text).toContain("letter.pdf");
  expect(text.replaceAll(/\s/g, "")).toMatch(/Fingerprint[0-9a-f]{64}/);
  expect(text).not.toContain("/files/");
  expect(text).toContain("Due ");
  expect(text).not.toContain("in 14 days");
  expectFooters(pages, `${request.title} · ${request.client.name}`);
});

test("a receipt shows each fingerprint in lines of equal length, on screens and on paper", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: "Letters", kind: "file" }],
  });
  const contact = await enter(request);
  await submitFile(contact, itemOf(request, "Letters"), LETTER);
  const { page } = contact;
  await page.goto(`${request.link}/items`);
  const groups = page.getByRole("region", { name: "Receipt" }).getByText(/^[0-9a-f]{8}$/);
  const groupsPerLine = async () => {
    const tops = await groups.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    return Object.values(Object.groupBy(tops, String)).map((line) => line?.length);
  };
  await expect(groups).toHaveCount(8);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await groupsPerLine()).toEqual([2, 2, 2, 2]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await groupsPerLine()).toEqual([4, 4]);
  await page.emulateMedia({ media: "print" });
  expect(await groupsPerLine()).toEqual([8]);
});
