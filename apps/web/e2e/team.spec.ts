import { unwrap } from "@dossier/backend-client";
import type { Locator, Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { callBackend } from "./fixtures/backend-calls";
import { addMember, invite } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { nextEmail } from "./mailbox";
import { waitForReact } from "./pages/hydration";
import { confirmAct } from "./pages/staff-pages";
import { expect, test } from "./test";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Waits for React, because an earlier click would open a form in the page instead of a dialog. */
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

  const received = await nextEmail(invited);
  const link = received.links.find((each) => each.includes("/join/"));
  expect(new URL(link ?? "").pathname).toMatch(/^\/join\/[0-9a-f-]{36}$/);
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
  const manage = row.getByLabel("Manage Nora Quist");
  await expect(manage).toHaveAttribute("title", "Manage Nora Quist");
  await expect(manage).toHaveText("");
  await manage.click();
  await row.getByLabel("Role", { exact: true }).selectOption("admin");
  await row.getByRole("button", { name: "Change role" }).click();
  await expect(row.getByText("Saved", { exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Suspend Nora Quist" });
  await openDialog(row, "Suspend access");
  await expect(dialog.getByText("They cannot open the firm")).toBeVisible();
  await expectFineHere(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await nora.page.request.get(firm.path)).status()).toBe(200);
  await openDialog(row, "Suspend access");
  await dialog.getByRole("button", { name: "Suspend Nora Quist" }).click();
  await expect(page.getByText("You suspended Nora Quist.", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(row).toBeFocused();
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
  await expect(own.getByLabel(/^Manage/)).toHaveCount(0);
  await expect(own.getByText("Leave firm")).toHaveCount(0);
  await page.goto("/o");
  await page.locator("summary", { hasText: "Leave a firm" }).click();
  await expect(
    page.getByText(`To leave ${firm.name}, make someone else an owner first.`),
  ).toBeVisible();
  await expect(page.locator("summary", { hasText: `Leave ${firm.name}` })).toHaveCount(0);

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
test("an admin can neither manage nor invite owners, and leaves the firm with a confirmation", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const nora = await join("Nora Quist");
  await addMember(firm, nora, "admin");
  const { page } = nora;
  await page.goto(`${firm.path}/settings/team`);
  const members = section(page, "Members").getByRole("listitem");
  await expect(members.filter({ hasText: firm.owner.email }).getByLabel(/^Manage/)).toHaveCount(0);
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
  await expect(page.getByRole("status").filter({ hasText: `You left ${firm.name}` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: firm.name })).toHaveCount(0);
});

// S-8.19
test("an owner can resend and revoke an invitation", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page, context } = firm.owner;
  const invited = uniqueEmail("Leo");
  const { id, path } = await invite(firm, invited);
  await queryAsOwner(
    "update public.invitations set sent_at = sent_at - interval '11 minutes' where id = $1",
    [id],
  );
  await page.goto(`${firm.path}/settings/team`);
  const row = section(page, "Invitations").getByRole("listitem").filter({ hasText: invited });
  await row.getByLabel(`Manage ${invited}`).click();
  await row.getByRole("button", { name: "Resend" }).click();
  await expect(row.getByText("You sent the invitation again.")).toBeVisible();
  const received = await nextEmail(invited, ({ links }) =>
    links.some((link) => link.endsWith(path)),
  );
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
  await expect(page.getByText("You revoked the invitation.", { exact: true })).toBeVisible();
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
  await expect(section(page, "Invitations")).toBeFocused();
  await stale.click();
  await expect(second.getByText("There are no open invitations.")).toBeVisible();
  const alert = section(second, "Invitations").getByRole("alert");
  await expect(alert).toHaveText(
    "Something changed in the meantime, so your action had no effect. Check the page before you try again.",
  );
  await expect(alert).toBeFocused();
  await page.goto(received.links.find((link) => link.endsWith(path)) ?? "");
  await expect(page.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  await expect(page.getByText(`Ask the person at ${firm.name}`)).toBeVisible();
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
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
});
