import { expectFineHere } from "./appearance/viewer";
import { makePdf } from "./documents";
import { decide, itemOf, submitAnswer, submitFile } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { answer } from "./pages/unsent-drafts";
import { expect, test } from "./test";

// S-8.18
test("the form for a returned answer starts with the earlier text and note, and cannot be sent unchanged", async ({
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
  const note = page.getByRole("heading", { name: "Northwind Advisers asked for a correction" });
  await expect(note.locator("xpath=..")).toContainText("Ines Novak, Northwind Advisers");
  await expect(note.locator("xpath=..")).toContainText("Please say more.");
  await expect(
    note.locator("xpath=..").getByText("Northwind Advisers", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("Not sent yet. Change the answer or note.")).toBeVisible();
  await test.step("the state next to the button is one line on the smallest phone", async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 320, height: 640 });
    const state = await page.getByText("Not sent yet. Change the answer or note.").boundingBox();
    expect(state?.height).toBeLessThan(30);
    await page.setViewportSize({ width, height });
  });
  await waitForReact(answer(page));
  await expectFineHere(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(
    page.getByText(
      "This answer is the same as the returned version. Change it, or say in the note why it is the same.",
    ),
  ).toBeVisible();
  await page.getByLabel("Note").fill("There is no more to say.");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("You sent “Your trade”.")).toBeVisible();
});

test("if the firm asked for more, the form lists the accepted files, and a click opens the earlier versions", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Pay stubs", kind: "file" }] });
  const contact = await enter(request);
  const item = itemOf(request, "Pay stubs");
  await submitFile(contact, item, {
    name: "january.pdf",
    mime: "application/pdf",
    bytes: makePdf("January"),
  });
  await decide(firm.owner, item, "partial", "February is missing.");

  const { page } = contact;
  await page.goto(`${request.link}/items/${item}`);
  await expect(page.getByText("February is missing.")).toBeVisible();
  await expect(page.getByText("january.pdf").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText(/^Version 1, sent \d+\s\w+$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "january.pdf" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Send answer" })).toBeVisible();
  await page.getByText("Earlier versions").click();
  await expect(page.getByRole("link", { name: "january.pdf" })).toBeVisible();
});

test("the form for a returned file shows the firm's note once, even if the earlier versions are open", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Photo", kind: "file" }] });
  const contact = await enter(request);
  const item = itemOf(request, "Photo");
  await submitFile(contact, item, {
    name: "photo.pdf",
    mime: "application/pdf",
    bytes: makePdf("Photo"),
  });
  await decide(firm.owner, item, "returned", "Too small.");

  const { page } = contact;
  await page.goto(`${request.link}/items/${item}`);
  const note = page.getByText("Too small.").filter({ visible: true });
  await expect(note).toHaveCount(1);
  await page.getByText("Earlier versions").click();
  await expect(page.getByRole("link", { name: "photo.pdf" })).toBeVisible();
  await expect(note).toHaveCount(1);
});
