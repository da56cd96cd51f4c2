import { expectFineHere } from "./appearance/viewer";
import { itemOf, saveAnswer } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { answer } from "./pages/unsent-words";
import { expect, test } from "./test";

const textItem = (title: string) => ({ title, kind: "text" });

test("every page lists the answers that are ready but not sent, and sends them together", async ({
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
  await answer(page).fill("A second shop.");
  await page.getByRole("button", { name: "Save for later" }).click();
  await page.waitForURL(/\/items$/);
  const named = page.getByText("2 answers are ready but not sent.");
  await expect(named).toBeVisible();
  await expect(page.getByText("Ready to send", { exact: true })).toHaveCount(2);
  await expectFineHere(page);
  await page.goto("/r");
  await expect(named).toBeVisible();
  await page.goto(`${list}/${itemOf(request, "Your questions")}`);
  await expect(named).toBeVisible();
  await expectFineHere(page);

  const staff = firm.owner.page;
  await staff.goto(request.path);
  await expect(
    staff.getByText("2 answers are ready, but the client has not sent them."),
  ).toBeVisible();
  await expect(staff.getByText("We bake bread.")).toHaveCount(0);

  await page.getByRole("button", { name: "Send 2 answers" }).click();
  await expect(page.getByText("You sent 2 answers.")).toBeVisible();
  await expect(named).toBeHidden();
  await page.goto(list);
  await expect(page.getByText("Sent", { exact: true })).toHaveCount(2);
});

test("an answer that changed since the page was loaded is not sent", async ({
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
