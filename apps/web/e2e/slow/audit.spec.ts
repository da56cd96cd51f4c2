import { unwrap } from "@dossier/backend-client";
import type { Page } from "@playwright/test";
import { expectFineHere } from "../appearance/viewer";
import { itemOf, submitAnswer } from "../fixtures/answers";
import { callBackend } from "../fixtures/backend-calls";
import { addMember, sendRequest } from "../fixtures/firms";
import { expect, test } from "../test";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

// S-1.1, S-2.36, S-2.52
test("the audit page lists events in pages, filters them and verifies the record's chain", async ({
  foundFirm,
  join,
  enter,
}) => {
  const firm = await foundFirm({ owner: "Olivia Hart" });
  const nora = await join("Nora Quist");
  await addMember(firm, nora);
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  await submitAnswer(await enter(request), itemOf(request, "Your trade"));
  await callBackend(firm.owner.context, async ({ db }) => {
    unwrap(await db.rpc("suspend_member", { org_id: firm.id, user_id: nora.userId }));
    for (let every = 1; every <= 30; every += 1) {
      const plan = { org_id: firm.id, reminder_days: [-every], reminder_every: every };
      unwrap(await db.rpc("set_reminder_policy", plan));
      unwrap(await db.rpc("set_retention", { org_id: firm.id, retention_days: 365 + every }));
    }
  });
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/audit`);
  const events = section(page, "Events")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  await expect(events).toHaveCount(50);
  const newest = await events.first().textContent();
  await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByText(/^51–\d+ of \d+$/)).toBeVisible();
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible();
  await expect(events.first()).toHaveText(newest ?? "");
  await expect(page.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await page.goto(`${firm.path}/settings/audit?before=1`);
  await page.getByRole("link", { name: "Back to the newest events" }).click();
  await expect(events).toHaveCount(50);
  const filters = page.locator("details[name=filters]");
  const filterBy = async (name: string) => {
    await filters.locator("summary").click();
    await filters.getByRole("link", { name, exact: true }).click();
    await expect(
      page.getByRole("link", { name: new RegExp(`^Remove filter: .* ${name}$`) }),
    ).toBeVisible();
  };
  await filterBy("Firm and settings");
  await expect(page).toHaveURL(/kind=settings/);
  const plan = events.filter({ hasText: "Olivia Hart changed the reminder plan" });
  await expect(plan.first()).toBeVisible();
  await filterBy("Team");
  await filterBy("Olivia Hart");
  await expect(page).toHaveURL(/kind=team/);
  await expect(events.filter({ hasText: "Olivia Hart suspended Nora Quist" })).toHaveCount(1);
  await expect(events.filter({ hasText: "changed the reminder plan" })).toHaveCount(0);
  const ofTeam = page.getByRole("link", { name: "Remove filter: Kind Team" });
  await ofTeam.click();
  await expect(ofTeam).toHaveCount(0);
  await filterBy("Carla Brandt");
  await expect(events.first()).toContainText(/^Carla Brandt /);
  await filterBy("Dossier");
  await expect(events.first()).toContainText(/^Dossier /);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("No problem found")).toBeVisible();
  await expectFineHere(page);
});

test("on a wide screen, the audit page shows the whole text of a long event", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const title = "Bank statements of all accounts from the first to the last month of the year";
  const request = await sendRequest(firm, { items: [{ title, kind: "text" }] });
  await submitAnswer(await enter(request), itemOf(request, title));
  const { page } = firm.owner;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${firm.path}/settings/audit`);
  await expect(page.getByRole("columnheader", { name: "Fingerprint" })).toBeVisible();
  const event = page.getByRole("paragraph").filter({ hasText: title }).first();
  const { cut, lines } = await event.evaluate((text) => ({
    cut: text.scrollWidth - text.clientWidth,
    lines: text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  }));
  expect(cut).toBeLessThanOrEqual(0);
  expect(lines).toBeGreaterThan(1.5);
});
