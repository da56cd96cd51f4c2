import type { Page } from "@playwright/test";
import { PNG } from "./documents";
import { addMember } from "./fixtures/firms";
import { expect, test } from "./test";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a member sees no link to the settings, and gets status 404 for settings pages", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const nora = await join("Nora Quist");
  await addMember(firm, nora);
  const { page } = nora;
  await page.goto(firm.path);
  await expect(page.getByRole("link", { name: "Clients" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
  for (const path of ["general", "team", "security", "reminders", "audit"]) {
    const response = await page.request.get(`${firm.path}/settings/${path}`);
    expect(response.status(), path).toBe(404);
  }
});

// S-2.32, S-8.21
test("the settings save a valid firm name, postal address, retention and logo, and show an error for an invalid name, address or retention", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/general`);
  const form = page.getByRole("form", { name: "Profile" });
  await form.getByLabel("Firm name").fill("H");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Use at least 2 characters.")).toBeVisible();
  await form.getByLabel("Firm name").fill(`${firm.name} LLP`);
  const address = form.getByLabel("Postal address");
  await address.fill("See https://harbour.example");
  await form.getByRole("button", { name: "Save" }).click();
  const refusal = form.getByText("Enter a postal address without a link or an email address.");
  await expect(refusal).toBeVisible();
  await address.fill("4 Quay Street, Bristol");
  await expect(refusal).toHaveCount(0);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved", { exact: true })).toBeVisible();
  const example = page.getByText(`${firm.name} LLP, 4 Quay Street, Bristol`);
  await expect(example).toBeVisible();
  await page.reload();
  await expect(address).toHaveValue("4 Quay Street, Bristol");
  await address.fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved", { exact: true })).toBeVisible();
  await expect(example).toHaveCount(0);

  const retention = page.getByRole("form", { name: "Retention" });
  await retention.getByLabel("Delete archived requests after").fill("7");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention.getByText("Enter a number from 30 to 3,650.")).toBeVisible();
  await retention.getByLabel("Delete archived requests after").fill("365");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention.getByText("Saved", { exact: true })).toBeVisible();

  await page.goto(`${firm.path}/settings/brand`);
  const logo = section(page, "Logo");
  const image = logo.locator("img");
  let src = "";
  for (const _ of ["first", "second"]) {
    await logo
      .getByLabel("Choose an image")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
    await expect(image).not.toHaveAttribute("src", src);
    await expect(logo.getByText("You saved the logo.")).toBeVisible();
    src = (await image.getAttribute("src")) ?? "";
  }
  await logo.getByRole("button", { name: "Remove logo" }).click();
  await expect(image).toHaveCount(0);
});

// S-2.35
test("the reminder plan previews its dates while the user types, and shows an error if a field is invalid", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/reminders`);
  const preview = section(page, "Planned reminders").getByRole("listitem");
  await page.getByLabel("Days before the due date").fill("3");
  await page.getByLabel("Days after the due date").fill("");
  await page.getByLabel("Days between further reminders").fill("0");
  await expect(preview).toHaveCount(1);
  await expect(page.getByText("For a request sent today")).toBeVisible();
  await page.getByLabel("Days before the due date").fill("soon");
  await expect(page.getByText("Correct the plan to see its dates.")).toBeVisible();
  await expect(page.getByText("For a request sent today")).toHaveCount(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter whole numbers of days, separated by commas.")).toBeVisible();
  await page.getByLabel("Days before the due date").fill("5, 2");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Days before the due date")).toHaveValue("5, 2");
});

// S-2.34
test("requiring two-step verification asks the owner to confirm their identity before the setting changes", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await addMember(firm, await join("Nora Quist"));
  await page.goto(`${firm.path}/settings/security`);
  const people = section(page, "Two-step verification by person").getByRole("listitem");
  await expect(people).toHaveCount(2);
  await page.getByLabel("Require two-step verification for all staff").check();
  await page.getByRole("button", { name: "Save" }).click();
  const form = page.getByRole("form", { name: "Two-step verification" });
  await expect(form.getByRole("alert").or(page.getByRole("dialog")).first()).toContainText(
    "Confirm it’s you",
  );
  await page.reload();
  await expect(page.getByLabel("Require two-step verification for all staff")).not.toBeChecked();
});

// S-2.65
test("an owner can save the firm's profile and verify the record without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto(`${firm.path}/settings/general`);
  const form = page.getByRole("form", { name: "Profile" });
  await form.getByLabel("Firm name").fill("Harbour & Lane");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto(`${firm.path}/settings/audit`);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("No problem found")).toBeVisible();
});
