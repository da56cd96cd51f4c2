import { expectFineHere } from "../appearance/viewer";
import { itemOf, saveAnswer } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { answer } from "../pages/unsent-drafts";
import { expect, test } from "../test";

const textItem = (title: string) => ({ title, kind: "text" });

test("the list of requests, the checklist and an item's page show the number of ready answers, and one button sends all of them", async ({
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
  await expect(page.getByText(/^The draft of “.+” is saved\. It is not sent yet\.$/)).toHaveCount(
    1,
  );
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
