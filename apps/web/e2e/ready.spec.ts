import { expectFineHere } from "./appearance/viewer";
import { itemOf, saveAnswer } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { readGrowth, recordGrowth } from "./pages/growth";
import { answer } from "./pages/unsent-words";
import { expect, test } from "./test";

const textItem = (title: string) => ({ title, kind: "text" });

test("the list of requests, the checklist and an item's page say how many answers are ready but not sent, and one button sends all of them", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const items = ["Your trade", "Your plans", "Your questions"].map(textItem);
  const request = await sendRequest(firm, { items });
  const contact = await enter(request);
  const { page } = contact;
  const list = `${request.link}/items`;
  await saveAnswer(contact, itemOf(request, "Your trade"), { answer: { text: "We bake bread." } });
  await page.goto(`${list}/${itemOf(request, "Your plans")}`);
  await expect(page.getByText("Not sent yet. Write an answer first.")).toBeVisible();
  await answer(page).fill("A second shop.");
  await expect(page.locator("[data-bottom-bar]").getByText("Not sent yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText(/^The draft of “.+” is saved\. It is not sent yet\.$/)).toBeVisible();
  await page.waitForURL(/\/items\?saved=/);
  const named = page.getByText("2 answers are ready but not sent.");
  await expect(named).toBeVisible();
  await expect(page.getByText("Ready to send", { exact: true })).toHaveCount(2);
  await expectFineHere(page);
  await page.goto("/r");
  await expect(named).toBeVisible();
  await page.goto(`${list}/${itemOf(request, "Your questions")}`);
  await expect(page.getByText("2 other answers are ready but not sent.")).toBeVisible();
  await expectFineHere(page);

  const staff = firm.owner.page;
  await staff.goto(request.path);
  await expect(
    staff.getByText(
      "The answers for “Your trade” and “Your plans” are ready, but the client has not sent them.",
    ),
  ).toBeVisible();
  await expect(staff.getByText("We bake bread.")).toHaveCount(0);

  await page.getByRole("button", { name: "Send 2 answers" }).click();
  await expect(page.getByText("You sent 2 answers.")).toBeVisible();
  await expect(page.getByText("ready but not sent")).toBeHidden();
  await page.goto(list);
  await expect(page.getByText("Sent", { exact: true })).toHaveCount(2);
});

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
  await recordGrowth(page);
  await page.goto(`${request.link}/items`);
  await expect(page.getByText("0 of 3 done").first()).toBeVisible();
  await page.getByRole("button", { name: "Send 2 answers" }).click();
  await expect(page.getByText("2 of 3 done").first()).toBeVisible();
  await expect.poll(() => readGrowth(page)).toEqual(["scale", "scale"]);
});

test("after the last answers are sent from the list, the page shows one message", async ({
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
  // Only screen readers get the second message.
  const second = page.getByRole("status").filter({ hasText: "You sent 1 answer." });
  await expect(second).toHaveCount(1);
  expect((await second.locator("..").boundingBox())?.height).toBeLessThanOrEqual(1);
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
  await expect(page.getByText("You sent 0 of 1 answers.")).toBeVisible();
  await expect(page.getByText("“Your trade”: You already changed this.")).toBeVisible();
});
