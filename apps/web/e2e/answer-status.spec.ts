import type { Locator } from "@playwright/test";
import { itemOf } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

async function findCovered(box: Locator, others: readonly Locator[]): Promise<string[]> {
  const one = await box.boundingBox();
  const covered: string[] = [];
  for (const other of others) {
    const two = await other.boundingBox();
    if (!one || !two) throw new Error("A box is not shown.");
    const isBeside = one.x + one.width <= two.x || two.x + two.width <= one.x;
    const isAboveOrBelow = one.y + one.height <= two.y || two.y + two.height <= one.y;
    if (!isBeside && !isAboveOrBelow) covered.push(`${other}`);
  }
  return covered;
}

// S-2.8
test("on a phone, a draft's save status covers neither the field nor the field's error", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: "What you sell", kind: "text" }],
  });
  const { page } = await enter(request);
  const expectUncovered = async (status: Locator, others: readonly Locator[]) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect(await findCovered(status, others), `at ${width} px`).toEqual([]);
    }
  };
  await page.goto(`${request.link}/items/${itemOf(request, "What you sell")}`);
  const notApplicable = page.getByLabel("This doesn’t apply");
  await waitForReact(notApplicable);
  await notApplicable.check();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await page.getByRole("button", { name: "Send answer" }).click();
  const error = page.getByText("Give a reason of at least 3 characters.");
  await expect(error).toBeVisible();
  await reason.fill("no");
  const form = page.getByRole("main").locator("form").filter({ has: notApplicable });
  const status = form.getByRole("status").filter({ hasText: "Draft saved" });
  await expect(status).toBeVisible();
  await expectUncovered(status, [reason, error, ...(await form.getByRole("button").all())]);
  await notApplicable.uncheck();
  await expect(status).toBeVisible();
  await expectUncovered(status, [page.getByRole("textbox", { name: /^Note/ })]);
});

test("when a contact starts to type, the bar at the bottom no longer says to write an answer first", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: "What you sell", kind: "text" }],
  });
  const { page } = await enter(request);
  await page.goto(`${request.link}/items/${itemOf(request, "What you sell")}`);
  const field = page.getByLabel("Your answer");
  await waitForReact(field);
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar.getByText("Not sent yet. Write an answer first.")).toBeVisible();
  await field.fill("Bread");
  // The text must change before the first save, which starts two seconds after the last key.
  await expect(bar.getByText("Not sent yet.", { exact: true })).toBeVisible({ timeout: 1500 });
});
