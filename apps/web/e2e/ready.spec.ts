import { expectFineHere } from "./appearance/viewer";
import { itemOf, saveAnswer, submitAnswer, waive } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { readBarTransitions, recordBarTransitions } from "./pages/bar-transitions";
import { expect, test } from "./test";

const textItem = (title: string) => ({ title, kind: "text" });

// S-2.63
test("the segments of a checklist's progress bar grow when the answers are sent from the list", async ({
  foundFirm,
  enter,
}) => {
  const items = ["Your trade", "Your plans", "Your questions"].map(textItem);
  const request = await sendRequest(await foundFirm(), { items });
  const contact = await enter(request);
  const { page } = contact;
  await saveAnswer(contact, itemOf(request, "Your trade"), { answer: { text: "We bake bread." } });
  await saveAnswer(contact, itemOf(request, "Your plans"), { answer: { text: "A second shop." } });
  await recordBarTransitions(page);
  await page.goto(`${request.link}/items`);
  await expect(page.getByText("0 of 3 done").first()).toBeVisible();
  await page.getByRole("button", { name: "Send 2 answers" }).click();
  await expect(page.getByText("2 of 3 done").first()).toBeVisible();
  await expect.poll(() => readBarTransitions(page)).toEqual(["scale", "scale"]);
});

test("after the last answers are sent from the list, the page shows one message, and has a second message only for screen readers", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), { items: [textItem("Your trade")] });
  const contact = await enter(request);
  const { page } = contact;
  await saveAnswer(contact, itemOf(request, "Your trade"), { answer: { text: "We bake bread." } });
  await page.goto(`${request.link}/items`);
  await page.getByRole("button", { name: "Send 1 answer" }).click();
  await expect(page.getByText("Everything is sent")).toBeVisible();
  const second = page.getByRole("status").filter({ hasText: "You sent 1 answer." });
  await expect(second).toHaveCount(1);
  expect((await second.locator("..").boundingBox())?.height).toBeLessThanOrEqual(1);
  await expectFineHere(page);
});

test("the checklist says once that a saved answer is not sent, and has a second message only for screen readers", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), { items: [textItem("Your trade")] });
  const contact = await enter(request);
  const { page } = contact;
  const item = itemOf(request, "Your trade");
  await saveAnswer(contact, item, { answer: { text: "We bake bread." } });
  await page.goto(`${request.link}/items?saved=${item}`);
  await expect(page.getByText("1 answer is ready but not sent.")).toBeVisible();
  const second = page
    .getByRole("status")
    .filter({ hasText: "The draft of “Your trade” is saved." });
  await expect(second).toHaveCount(1);
  expect((await second.locator("..").boundingBox())?.height).toBeLessThanOrEqual(1);
  await expect(page.getByRole("link", { name: "Next item" })).toHaveCount(0);
  await expectFineHere(page);
});

test("after an answer was sent, its page offers no next item if the other answers are ready to send", async ({
  foundFirm,
  enter,
}) => {
  const items = ["Your trade", "Your plans"].map(textItem);
  const request = await sendRequest(await foundFirm(), { items });
  const contact = await enter(request);
  const { page } = contact;
  await submitAnswer(contact, itemOf(request, "Your trade"));
  await saveAnswer(contact, itemOf(request, "Your plans"));
  await page.goto(`${request.link}/items/${itemOf(request, "Your trade")}`);
  await expect(page.getByText("“Your plans” is ready but not sent.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Next item" })).toHaveCount(0);
});

test("the button that sends ready answers does not send an answer that changed since the page was loaded", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), { items: [textItem("Your trade")] });
  const contact = await enter(request);
  const { page } = contact;
  const item = itemOf(request, "Your trade");
  await saveAnswer(contact, item, { answer: { text: "As read" } });
  await page.goto(`${request.link}/items`);
  await expect(page.getByText("1 answer is ready but not sent.")).toBeVisible();
  await saveAnswer(contact, item, { answer: { text: "Changed elsewhere" } });
  await page.getByRole("button", { name: "Send 1 answer" }).click();
  await expect(page.getByText("Your answer was not sent.")).toBeVisible();
  await expect(
    page.getByText("“Your trade”: You already changed this, perhaps in another tab."),
  ).toBeVisible();
});

test("if staff waived an item after the page was loaded, the button that sends ready answers shows which answer was not sent", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const items = ["Your trade", "Your plans"].map(textItem);
  const request = await sendRequest(firm, { items });
  const contact = await enter(request);
  const { page } = contact;
  const item = itemOf(request, "Your trade");
  await saveAnswer(contact, item);
  await page.goto(`${request.link}/items`);
  await expect(page.getByText("1 answer is ready but not sent.")).toBeVisible();
  await waive(firm.owner, item, "We found it.");
  await page.getByRole("button", { name: "Send 1 answer" }).click();
  await expect(page.getByText("Your answer was not sent.")).toBeVisible();
  await expect(page.getByText(/^“Your trade”: /)).toBeVisible();
});
