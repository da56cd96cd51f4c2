import { unwrap } from "@dossier/backend-client";
import type { Locator, Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { PNG } from "./documents";
import { callBackend } from "./fixtures/backend-calls";
import { addMember, invite } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { nextCode, nextMail } from "./mailbox";
import { callAuth, letCodeBeSent } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { letProofGrowOld } from "./pages/old-proof";
import { confirmAct } from "./pages/staff-pages";
import { expect, test } from "./test";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/**
 * Opens the dialog of a destructive action, such as “Revoke invitation”. Waits for React, because a
 * click before that opens a form within the page.
 */
async function openDialog(within: Locator, text: string): Promise<void> {
  const opener = within.locator("summary", { hasText: text });
  await waitForReact(opener);
  await opener.click();
}

test("an owner invites a person by email, and cannot invite the same email address again", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const invited = uniqueEmail("Nora");
  await page.goto(firm.path);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "General" })).toBeVisible();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Team" })).toBeVisible();
  const form = page.getByRole("form", { name: "Invite someone" });
  await form.getByLabel("Email", { exact: true }).fill(invited);
  await form.getByLabel("Role").selectOption("member");
  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText(`You invited ${invited}.`)).toBeVisible();
  await expect(section(page, "Invitations").getByText(invited)).toBeVisible();

  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText("This person is already invited.")).toBeVisible();
  await form.getByLabel("Email", { exact: true }).fill(firm.owner.email);
  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText("This person is already in the firm.")).toBeVisible();

  const mail = await nextMail(invited);
  const link = mail.links.find((each) => each.includes("/join/"));
  expect(new URL(link ?? "").pathname).toMatch(/^\/join\/[0-9a-f-]{36}$/);
});

// S-2.18
test("the invitation shows the firm, the role and a masked email address, and accepts no other address", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  const invited = uniqueEmail("Nora", "newcomer.example");
  const { path } = await invite(firm, invited);
  const { page } = await open("Nora Quist");
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: `Join ${firm.name}` })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Dossier" })).toBeVisible();
  await expect(page.getByText("You are invited as a member.")).toBeVisible();
  await expect(page.getByText("The invitation was sent to n•••@n…")).toHaveCount(1);
  expect(await page.content()).not.toContain(invited);
  await page.getByLabel("Email", { exact: true }).fill("somebody@else.example");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(
    page.getByText("Enter the address that the invitation was sent to: n•••@n…"),
  ).toBeVisible();
});

test("an invitation asks a user who is signed in with another email address to confirm the invited address", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, email } = firm.owner;
  const { path } = await invite(firm, uniqueEmail("Nora"));
  await page.goto(path);
  await expect(page.getByText(/signed in as .*To join, confirm/)).toContainText(email);
  await expect(page.getByRole("button", { name: "Join", exact: true })).toHaveCount(0);
});

// S-2.18, S-2.50
test("the invited person joins with a code even if a stranger registered the email address first, and the stranger's password stops working", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  const invited = uniqueEmail("Nora");
  const { path } = await invite(firm, invited);
  const nora = await open("Nora Quist");
  const { page } = nora;
  await page.goto(path);
  // Another person has already created an account for the invited address.
  const prepared = { email: invited, password: "chosen by a stranger" };
  const made = await callAuth("signup", { ...prepared, data: { name: "A Stranger" } });
  expect(made.status).toBe(200);
  await nextCode(invited);
  await letCodeBeSent(invited);
  await page.getByLabel("Email", { exact: true }).fill(invited);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code").fill("00000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(invited));
  await page.getByRole("button", { name: "Confirm" }).click();
  const submit = page.getByRole("button", { name: "Join", exact: true });
  await expect(submit).toBeVisible();
  // After a month, the confirmation of the email address is too old, so the page offers a code.
  await letProofGrowOld(nora, { email: invited, method: "otp", by: "31 days" });
  await page.reload();
  await expect(page.getByText("To join, confirm your address with a code.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  await expect(submit).toHaveCount(0);
  await letProofGrowOld(nora, { email: invited, method: "otp", by: "-31 days" });
  await page.reload();
  await submit.click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Your name").fill("Nora Quist");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(firm.path);
  const tried = await callAuth("token?grant_type=password", prepared);
  expect(await tried.json()).toMatchObject({ error_code: "invalid_credentials" });
});

// S-2.18, S-8.28
test("an invitation can be used once, and the link of an unknown invitation returns status 404", async ({
  foundFirm,
  join,
}) => {
  const nora = await join("Nora Quist");
  const { page } = nora;
  const { path } = await addMember(await foundFirm(), nora);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This invitation has been used" })).toBeVisible();
  const response = await page.request.get("/join/5eed0001-0000-4000-8000-0000000000ff");
  expect(response.status()).toBe(404);
});

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

test("an owner changes a member's role, suspends the member and restores the member", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const nora = await join("Nora Quist");
  await addMember(firm, nora);
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/team`);
  const row = section(page, "Members").getByRole("listitem").filter({ hasText: nora.email });
  await row.getByLabel("Manage Nora Quist").click();
  await row.getByLabel("Role", { exact: true }).selectOption("admin");
  await row.getByRole("button", { name: "Change role" }).click();
  await expect(row.getByText("Saved", { exact: true })).toBeVisible();
  // “Suspend access” opens a dialog, and Cancel closes the dialog without a change.
  const dialog = page.getByRole("dialog", { name: "Suspend Nora Quist" });
  await openDialog(row, "Suspend access");
  await expect(dialog.getByText("They cannot open the firm")).toBeVisible();
  await expectFineHere(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await nora.page.request.get(firm.path)).status()).toBe(200);
  await openDialog(row, "Suspend access");
  await dialog.getByRole("button", { name: "Suspend Nora Quist" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("Suspended", { exact: true })).toBeVisible();
  expect((await nora.page.request.get(firm.path)).status()).toBe(404);
  await row.getByRole("button", { name: "Restore" }).click();
  await expect(row.getByText("Suspended", { exact: true })).toHaveCount(0);
  expect((await nora.page.request.get(`${firm.path}/settings/team`)).status()).toBe(200);
});

// S-2.33
test("the last owner cannot change their own membership, and the page gives the reason", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const { page, email } = firm.owner;
  await page.goto(`${firm.path}/settings/team`);
  const own = section(page, "Members").getByRole("listitem").filter({ hasText: email });
  await expect(own.getByText("Make someone else an owner first.")).toBeVisible();
  await expect(own.getByText("Manage", { exact: true })).toHaveCount(0);
  await expect(own.getByText("Leave firm")).toHaveCount(0);
  await page.goto("/o");
  await page.locator("summary", { hasText: "Leave a firm" }).click();
  await expect(
    page.getByText(`To leave ${firm.name}, make someone else an owner first.`),
  ).toBeVisible();
  await expect(page.locator("summary", { hasText: `Leave ${firm.name}` })).toHaveCount(0);

  // The other owner stops being an owner while the page is open.
  const nora = await join("Nora Quist");
  await addMember(firm, nora, "admin");
  const setRole = (role: string) =>
    callBackend(firm.owner.context, async ({ db }) =>
      unwrap(await db.rpc("change_role", { org_id: firm.id, user_id: nora.userId, role })),
    );
  await setRole("owner");
  await page.reload();
  await page.locator("summary", { hasText: "Leave a firm" }).click();
  await setRole("admin");
  await confirmAct(page, `Leave ${firm.name}`);
  const dialog = page.getByRole("dialog", { name: `Leave ${firm.name}` });
  await expect(dialog.getByText("All owners are notified by email.")).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveText("Make someone else an owner first.");
});

// S-1.2
test("an admin can neither manage nor invite owners, and can leave the firm", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const nora = await join("Nora Quist");
  await addMember(firm, nora, "admin");
  const { page } = nora;
  await page.goto(`${firm.path}/settings/team`);
  const members = section(page, "Members").getByRole("listitem");
  await expect(members.filter({ hasText: firm.owner.email }).getByText("Manage")).toHaveCount(0);
  const roles = page.getByRole("form", { name: "Invite someone" }).getByLabel("Role");
  await expect(roles.getByRole("option")).toHaveText(["Member", "Admin"]);
  await page.goto(`${firm.path}/settings/general`);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Delete this firm" })).toHaveCount(0);

  await page.goto(`${firm.path}/settings/team`);
  const own = members.filter({ hasText: nora.email });
  await own.getByLabel("Manage Nora Quist").click();
  await openDialog(own, "Leave firm");
  const dialog = page.getByRole("dialog", { name: "Leave firm" });
  await expect(dialog.getByText("No one is notified.")).toBeVisible();
  await dialog.getByRole("button", { name: "Leave firm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  await expect(page.getByText(firm.name)).toHaveCount(0);
});

// S-8.19
test("an owner can resend and revoke an invitation", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page, context } = firm.owner;
  const invited = uniqueEmail("Leo");
  const { id, path } = await invite(firm, invited);
  // Staff can resend an invitation after ten minutes.
  await queryAsOwner(
    "update public.invitations set sent_at = sent_at - interval '11 minutes' where id = $1",
    [id],
  );
  await page.goto(`${firm.path}/settings/team`);
  const row = section(page, "Invitations").getByRole("listitem").filter({ hasText: invited });
  await row.getByLabel(`Manage ${invited}`).click();
  await row.getByRole("button", { name: "Resend" }).click();
  await expect(row.getByText("You sent the invitation again.")).toBeVisible();
  const mail = await nextMail(invited, ({ links }) => links.some((link) => link.endsWith(path)));
  // A second tab still shows the invitation that the first tab revokes.
  const second = await context.newPage();
  await second.goto(`${firm.path}/settings/team`);
  await section(second, "Invitations").getByLabel(`Manage ${invited}`).click();
  await openDialog(section(second, "Invitations"), "Revoke invitation");
  const stale = second.getByRole("dialog").getByRole("button", { name: "Revoke invitation" });
  await expect(stale).toBeVisible();
  await openDialog(row, "Revoke invitation");
  const dialog = page.getByRole("dialog", { name: "Revoke invitation" });
  await expect(dialog.getByText(`The link that was sent to ${invited}`)).toBeVisible();
  await dialog.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
  await stale.click();
  await expect(second.getByText("There are no open invitations.")).toBeVisible();
  const told = section(second, "Invitations").getByRole("alert");
  await expect(told).toHaveText(
    "Something changed in the meantime, so the action was not carried out. Check the page before you try again.",
  );
  await expect(told).toBeFocused();
  await page.goto(mail.links.find((link) => link.endsWith(path)) ?? "");
  await expect(page.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  await expect(page.getByText(`Ask the person at ${firm.name}`)).toBeVisible();
});

// S-2.32, S-8.21
test("the forms for profile, postal address, logo and retention save valid values, and show each error at its field", async ({
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
  // Look for the exact text, because the field's hint ends with the same sentence.
  await expect(
    retention.getByText("Enter a number from 30 to 3,650.", { exact: true }),
  ).toBeVisible();
  await retention.getByLabel("Delete archived requests after").fill("365");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention.getByText("Saved", { exact: true })).toBeVisible();

  await page.goto(`${firm.path}/settings/brand`);
  const logo = section(page, "Logo");
  await logo.getByLabel("Choose an image").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg/>"),
  });
  await expect(logo.getByText("Choose a PNG, JPEG or WebP image.")).toBeVisible();
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
test("the reminder plan previews its dates while the user types, and shows an error at the invalid field", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/reminders`);
  const preview = section(page, "Planned reminders").getByRole("listitem");
  await page.getByLabel("Days before the due date").fill("3");
  await page.getByLabel("Days after the due date").fill("");
  await page.getByLabel("Days between later reminders").fill("0");
  await expect(preview).toHaveCount(1);
  await page.getByLabel("Days before the due date").fill("soon");
  await expect(page.getByText("Correct the plan to see its dates.")).toBeVisible();
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

test("an owner can revoke an invitation without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const invited = uniqueEmail("Leo");
  await invite(firm, invited);
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto(`${firm.path}/settings/team`);
  const row = section(page, "Invitations").getByRole("listitem").filter({ hasText: invited });
  await expect(row.getByText(/^Invited /)).toBeVisible();
  await row.getByLabel(`Manage ${invited}`).click();
  await row.locator("summary", { hasText: "Revoke invitation" }).click();
  await expect(row.getByText("No one is notified.")).toBeVisible();
  // Without scripts, this streamed form stays at the end of the document, outside the row.
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
});
