import type { Locator, Page } from "@playwright/test";
import { makePdf } from "./documents";
import { decide, itemOf, saveAnswer, submitAnswer, submitFiles } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { nextCode } from "./mailbox";
import { expect, test } from "./test";

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true };

const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true };

test("on a phone, the fields for the email and the code are near the top, and typing the last digit sends the code", async ({
  foundFirm,
  open,
}) => {
  const { link, client, firm } = await sendRequest(await foundFirm());
  const { email } = client.contact;
  const { page } = await open("Carla Brandt", PHONE);
  await page.goto(link);
  await expect(
    page.getByRole("heading", { level: 1, name: `${firm.name} sent you a request` }),
  ).toBeVisible();
  await expect(page).toHaveTitle(`Sign in · ${firm.name}`);
  const topOf = async (field: ReturnType<Page["getByLabel"]>) => (await field.boundingBox())?.y;
  expect(await topOf(page.getByLabel("Your email"))).toBeLessThan(300);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  const code = page.getByLabel("Code");
  await expect(code).toBeFocused();
  expect(await topOf(code)).toBeLessThan(300);
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  expect((await code.boundingBox())?.height).toBe(48);
  const sends: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(link)) sends.push(request.url());
  });

  await test.step("a wrong code is not sent again when it is typed again with a space", async () => {
    await code.fill("00000000");
    await expect(page.getByText("That code is wrong or has expired.").first()).toBeVisible();
    await code.fill("0000 0000");
    await expect(code).toHaveAttribute("aria-invalid", "true");
    expect(sends).toHaveLength(1);
  });

  await code.fill(await nextCode(email));
  await page.waitForURL(/\/items$/);
});

test("a contact's menu opens the list of requests, grouped by firm, with counts of corrections and unsent answers", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const items = ["Your trade", "Your plans"].map((title) => ({ title, kind: "text" }));
  const first = await sendRequest(firm, { title: "First", items });
  const contact = await enter(first, PHONE);
  const { page } = contact;
  await page.goto(`${first.link}/items`);
  await page.locator("summary[aria-label^='Account']").click();
  await expect(page.getByRole("link", { name: /^Your requests/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Your firms" })).toHaveCount(0);

  const second = await sendRequest(firm, { title: "Second", items, client: first.client });
  await submitAnswer(contact, itemOf(second, "Your trade"));
  await decide(firm.owner, itemOf(second, "Your trade"), "returned", "Please say more.");
  await saveAnswer(contact, itemOf(second, "Your plans"), { answer: { text: "A shop." } });
  await page.goto(`${first.link}/items`);
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("link", { name: "Your requests (2)" }).click();
  const group = page.getByRole("region", { name: firm.name });
  const row = group.getByRole("listitem").filter({ hasText: "Second" });
  await expect(row.getByText("1 to correct")).toBeVisible();
  await expect(row.getByText("1 ready to send")).toBeVisible();
  await expect(group.getByRole("listitem")).toHaveCount(2);
  await expect(group.getByRole("link", { name: `Email ${firm.name}` })).toBeVisible();
});

test("on a small phone, the due date in the list of requests is on a line of its own", async ({
  foundFirm,
  enter,
}) => {
  const { page } = await enter(await sendRequest(await foundFirm()), SMALL);
  await page.goto("/r");
  const due = page.getByText(/^Due\s/);
  const progress = page.getByText(/^0 of 1 done/);
  await expect(due).toBeVisible();
  const [dueBox, box] = await Promise.all([due.boundingBox(), progress.boundingBox()]);
  expect(dueBox?.x).toBe(box?.x);
  expect(dueBox?.y).toBeGreaterThan(box?.y ?? 0);
});

test("on a phone, the two rows of links below an answer are close together, and no two links overlap", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm());
  const { page } = await enter(request, SMALL);
  await page.goto(`${request.link}/items/${itemOf(request, "Bank statements")}`);
  const main = page.getByRole("main");
  const [mark, save, email] = [
    main.locator("label").filter({ hasText: "This doesn’t apply to us" }),
    main.getByRole("button", { name: "Save for later" }),
    main.getByRole("link", { name: `Email ${request.firm.name}` }),
  ];
  const centerOf = (target: Locator) =>
    target.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.querySelector("span") ?? element);
      const { top, bottom } = range.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  await expect(email).toBeVisible();
  const [markBox, saveBox, emailBox] = await Promise.all(
    [mark, save, email].map((target) => target.boundingBox()),
  );
  for (const box of [markBox, saveBox, emailBox]) expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(saveBox?.y).toBe(markBox?.y);
  expect(saveBox?.x).toBeGreaterThan((markBox?.x ?? 0) + (markBox?.width ?? 0));
  expect(emailBox?.y).toBeGreaterThanOrEqual((markBox?.y ?? 0) + (markBox?.height ?? 0));
  expect(await centerOf(save)).toBeCloseTo(await centerOf(mark), 0);
  expect((await centerOf(email)) - (await centerOf(mark))).toBeLessThanOrEqual(34);
});

test("in the card of a sent answer, “Details” is underlined, and the spaces above and below the text are equal", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm());
  const contact = await enter(request);
  const files = [{ name: "march.pdf", mime: "application/pdf", bytes: makePdf("March") }];
  await submitFiles(contact, itemOf(request, "Bank statements"), files);
  const { page } = contact;
  await page.goto(`${request.link}/items/${itemOf(request, "Bank statements")}`);
  const answer = page.getByRole("region", { name: "Your answer" });
  const details = answer.getByText("Details", { exact: true });
  await expect(details).toHaveCSS("text-decoration-line", "underline");
  const [card, heading, line] = await Promise.all([
    answer.boundingBox(),
    answer.getByRole("heading").boundingBox(),
    answer.getByText("Files are not scanned for viruses.").boundingBox(),
  ]);
  if (!card || !heading || !line) throw new Error("The answer is not visible.");
  const above = heading.y - card.y;
  const below = card.y + card.height - (line.y + line.height);
  expect(Math.abs(above - below)).toBeLessThanOrEqual(1);
});
