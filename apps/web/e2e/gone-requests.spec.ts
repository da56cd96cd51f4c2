import { unwrap } from "@dossier/backend-client";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { itemOf } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import { cancelRequest, sendRequest } from "./fixtures/firms";
import { answer } from "./pages/unsent-drafts";
import { expect, test } from "./test";

test("if a request is canceled while the contact types, the page shows the reason, a link to email the firm, and the typed text with a button to copy it", async ({
  foundFirm,
  enter,
  open,
}) => {
  const firm = await foundFirm();
  await queryAsOwner(
    "update public.orgs set postal_address = '4 Quay Street, Bristol' where id = $1",
    [firm.id],
  );
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  const { page, context } = await enter(request);
  await page.goto(`${request.link}/items/${itemOf(request, "Your trade")}`);
  await answer(page).fill("Saved before");
  await answer(page).blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await cancelRequest(request, "The company was sold.");
  await answer(page).fill("Typed after");
  await page.getByLabel("Note").fill("In two words");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Northwind Advisers canceled this request" }),
  ).toBeVisible();
  await expect(page.getByText("The company was sold.")).toBeVisible();
  await expect(page.getByText(request.title, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Email Northwind Advisers" })).toHaveAttribute(
    "href",
    `mailto:${firm.owner.email}?subject=${encodeURIComponent(request.title)}`,
  );
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: firm.owner.email })).toBeVisible();
  await expect(footer).toContainText("4 Quay Street, Bristol");
  const visitor = await open("Visitor");
  await visitor.page.goto(request.link);
  await expect(visitor.page.getByRole("contentinfo")).toContainText("Northwind Advisers");
  await expect(visitor.page.getByRole("contentinfo")).not.toContainText(firm.owner.email);
  await expect(visitor.page.getByRole("contentinfo")).not.toContainText("4 Quay Street");
  const unsent = page.getByLabel("Your unsent answer. Copy it to keep it.");
  await expect(unsent).toHaveValue("Typed after");
  const [text, reason] = await Promise.all([
    unsent.boundingBox(),
    page.getByText("The company was sold.").boundingBox(),
  ]);
  expect(text?.y).toBeLessThan(reason?.y ?? 0);
  // Imitate plain HTTP, on which browsers offer no clipboard API.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.addEventListener("copy", () => {
      const field = document.activeElement as HTMLTextAreaElement;
      document.title = field.value.slice(field.selectionStart, field.selectionEnd);
    });
  });
  await page.getByRole("button", { name: "Copy your unsent answer" }).click();
  await expect(page).toHaveTitle("Typed after");
  await expect(page.getByText("Copied")).toBeVisible();
  await expectFineHere(page);
  const other = await context.newPage();
  await other.goto(request.link);
  await expect(other.getByLabel("Your unsent answer. Copy it to keep it.")).toHaveValue(
    "Saved before",
  );
});

test("the link of a deleted firm's request says that the firm was deleted", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = await enter(request);
  await callBackend(firm.owner.context, async ({ db }) =>
    unwrap(await db.rpc("delete_org", { org_id: firm.id })),
  );
  await page.goto(request.link);
  await expect(
    page.getByRole("heading", { level: 1, name: "Northwind Advisers was deleted from Dossier" }),
  ).toBeVisible();
  await expectFineHere(page);
});
