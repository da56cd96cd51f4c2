import { decide, itemOf, submitAnswer } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { answer } from "./pages/unsent-words";
import { expect, test } from "./test";

// S-8.18
test("a returned answer starts with its text and note, and cannot be submitted unchanged", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  const contact = await enter(request);
  const item = itemOf(request, "Your trade");
  await submitAnswer(contact, item, { answer: { text: "We bake bread." }, note: "Since 1987." });
  await decide(firm.owner, item, "returned", "Please say more.");

  const { page } = contact;
  await page.goto(`${request.link}/items/${item}`);
  await expect(answer(page)).toHaveValue("We bake bread.");
  await expect(page.getByLabel("Note")).toHaveValue("Since 1987.");
  // The note has the name of the person who returned the answer.
  const note = page.getByRole("heading", { name: "Northwind Advisers needs a correction" });
  await expect(note.locator("xpath=..")).toContainText("Ines Novak, Northwind Advisers");
  await expect(note.locator("xpath=..")).toContainText("Please say more.");
  await waitForReact(answer(page));
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(
    page.getByText(
      "Nothing was changed. Change your answer, or say in the note why it is the same.",
    ),
  ).toBeVisible();
  await page.getByLabel("Note").fill("There is no more to say.");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("You sent “Your trade”.")).toBeVisible();
});
