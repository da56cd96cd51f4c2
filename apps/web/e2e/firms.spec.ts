import { unwrap } from "@dossier/backend-client";
import { findAxeProblems } from "./appearance/axe";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { signInWithPassword } from "./fixtures/accounts";
import { decide, itemOf, sendAnswered } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import { enrollFactor } from "./fixtures/factors";
import { addMember } from "./fixtures/firms";
import { unique } from "./fixtures/names";
import { backdateConfirmation } from "./pages/backdate-confirmation";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

test("the form for a new firm shows different errors for a reserved web address and for the web address of another firm", async ({
  join,
}) => {
  const { page } = await join("Orla Finn");
  await page.goto("/o/new");
  await page.getByLabel("Firm name").fill("Finn & Ober");
  await page.getByLabel("Address").fill("support");
  await page.getByRole("button", { name: "Create firm" }).click();
  await expect(page.getByText("This web address is reserved. Choose another.")).toBeVisible();
  await expect(page.getByLabel("Address")).toBeFocused();
  await page.getByLabel("Address").fill("harbour-lane");
  await page.getByRole("button", { name: "Create firm" }).click();
  await expect(page.getByText("Another firm uses this web address. Choose another.")).toBeVisible();
  await page.getByLabel("Address").fill(unique("finn-ober"));
  await page.getByRole("button", { name: "Create firm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

// S-2.23
test("the request list of a firm without requests links to the firm's templates", async ({
  foundFirm,
}) => {
  const { owner, path } = await foundFirm();
  const { page } = owner;
  await page.goto(`${path}/requests`);
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await page.getByRole("link", { name: "Start from a template" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
});

// S-2.32
test("the field for the firm's web address warns that old links will break, and the old address stops working", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const member = await join("Max Ober");
  await addMember(firm, member);
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/general`);
  const form = page.getByRole("form", { name: "Profile" });
  await expect(form.getByLabel("Web address")).toHaveAccessibleDescription(
    /old links to staff pages stop working/,
  );
  const slug = unique("northwind");
  await form.getByLabel("Web address").fill(slug);
  await form.getByLabel("Postal address").fill("4 Quay Street, Bristol");
  await form.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**/o/${slug}/settings/general`);
  await expect(form.getByLabel("Web address")).toHaveValue(slug);
  await expect(form.getByLabel("Postal address")).toHaveValue("4 Quay Street, Bristol");
  await expect(page.getByText(`${firm.name}, 4 Quay Street, Bristol`)).toBeVisible();
  expect((await page.request.get(firm.path)).status()).toBe(404);
  expect((await member.page.request.get(`/o/${slug}`)).status()).toBe(200);
});

// S-2.32
test("staff choose the firm's time zone by searching for its offset with the keyboard, or without scripts from a list", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm({ timeZone: "Europe/London" });
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/general`);
  const form = page.getByRole("form", { name: "Profile" });
  const zone = form.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveText(/^London, Europe \(UTC\+0[01]:00\)$/);
  await expect(zone).toHaveAccessibleDescription("Used for due dates and reminders");
  await zone.press("Enter");
  const search = page.getByRole("combobox", { name: "Search by city or UTC offset" });
  await expect(search).toBeFocused();
  await page.keyboard.type("+05:45");
  await expect(page.getByRole("option")).toHaveText(["Kathmandu, Asia (UTC+05:45)"]);
  expect(await findAxeProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(zone).toBeFocused();
  await expect(zone).toHaveText("Kathmandu, Asia (UTC+05:45)");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved", { exact: true })).toBeVisible();

  const plain = (await openWithoutScripts(firm.owner)).page;
  await plain.goto(`${firm.path}/settings/general`);
  const list = plain.getByRole("form", { name: "Profile" }).getByLabel("Time zone");
  await expect(list).toHaveValue("Asia/Kathmandu");
  await list.selectOption("Kolkata, Asia (UTC+05:30)");
  await plain.getByRole("form", { name: "Profile" }).getByRole("button", { name: "Save" }).click();
  await page.reload();
  await expect(zone).toHaveText("Kolkata, Asia (UTC+05:30)");
});

// S-2.28
test("an export asks for the second factor if the factor's last use is not recent, and then continues automatically", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, email } = firm.owner;
  const phone = await enrollFactor(firm.owner, "Phone");
  const request = await sendAnswered(firm, ["First question"]);
  await decide(firm.owner, itemOf(request, "First question"), "accepted");
  const { path } = request;
  await page.goto(path);
  await backdateConfirmation(firm.owner, { email, method: "totp", by: "20 minutes" });
  phone.forget();
  // The export is a download without a page, so `next` is the page that offers the export.
  const refused = await page.request.get(`${path}/export`, { maxRedirects: 0 });
  const next = `${path}?export=1`;
  expect(refused.headers().location).toBe(`/mfa?next=${encodeURIComponent(next)}`);
  await page.goto(next);
  await expect(page.getByText("You can now start the export.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Start the export" })).toBeVisible();

  await page.locator("summary[aria-label='More actions']").click();
  await page.getByRole("link", { name: "Export accepted answers" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Code from your app").fill(phone.nextCode());
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Verify" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog).toHaveCount(0);
});

// S-4.62
test("an owner resets the second factor of a member who lost their phone", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const member = await join("Max Ober");
  await addMember(firm, member);
  await enrollFactor(member, "Phone");
  const other = await join("Lea Sand");
  await addMember(firm, other);
  await enrollFactor(other, "Phone");
  await signInWithPassword(member, member);
  await member.page.goto(`${firm.path}/clients`);
  await expect(
    member.page.getByRole("heading", { level: 1, name: "Enter your verification code" }),
  ).toBeVisible();
  await expect(member.page.getByText("Lost your device? Ask an owner of your firm")).toBeVisible();

  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/security`);
  const rowOf = (name: string) =>
    page
      .getByRole("region", { name: "Two-step verification by person" })
      .getByRole("listitem")
      .filter({ hasText: name });
  const row = rowOf("Max Ober");
  await expect(row.getByText("1 app")).toBeVisible();
  const menuOf = (name: string) => rowOf(name).getByLabel(`Actions for ${name}`, { exact: true });
  const openFor = async (name: string) => {
    await waitForReact(menuOf(name));
    await menuOf(name).press("Enter");
    await rowOf(name)
      .getByLabel(`Reset two-step verification: ${name}`, { exact: true })
      .press("Enter");
    const opened = page.getByRole("dialog", { name: `Reset two-step verification for ${name}` });
    await expect(opened.getByRole("button", { name: "Cancel" })).toBeFocused();
    return opened;
  };
  await addMember(await foundFirm(), other);
  const refused = await openFor("Lea Sand");
  await refused.getByRole("button", { name: "Reset two-step verification" }).click();
  await expect(
    refused.getByText("This person also belongs to another firm", { exact: false }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menuOf("Lea Sand")).toBeFocused();
  const dialog = await openFor("Max Ober");
  await expect(
    dialog.getByText(
      "This removes all of Max Ober’s authenticator apps. Max Ober gets an email and can set up two-step verification again.",
      { exact: true },
    ),
  ).toBeVisible();
  await expectFineHere(page);
  await dialog.getByRole("button", { name: "Reset two-step verification" }).click();
  await expect(
    page.getByText("You reset two-step verification for Max Ober.", { exact: true }),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("Not set up", { exact: true })).toBeVisible();
  await expect(row).toBeFocused();

  await member.page.goto(firm.path);
  await expect(member.page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

// S-2.36, S-2.52
test("verifying the record detects a forged event and shows the first invalid event", async ({
  foundFirm,
}) => {
  const { id, name, slug, path, owner } = await foundFirm();
  await callBackend(owner.context, async ({ db }) =>
    unwrap(
      await db.rpc("update_org", {
        org_id: id,
        name,
        slug,
        time_zone: "Asia/Kathmandu",
        reply_email: owner.email,
      }),
    ),
  );
  const [forged] = await queryAsOwner<{ id: string }>(
    "select id::text from public.events where org_id = $1 and action = 'org.saved'",
    [id],
  );
  await queryAsOwner(
    `do $$ begin
       alter table public.events disable trigger user;
       update public.events set actor_name = 'Nobody' where id = ${Number(forged?.id)};
       alter table public.events enable trigger user;
     end $$`,
  );
  const { page } = owner;
  await page.goto(`${path}/settings/audit`);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("The record is broken")).toBeVisible();
  await expect(page.getByText(`in its chain (ID ${forged?.id}) does not match.`)).toBeVisible();
  await expect(
    page.getByText(/, \d\d:\d\d GMT\+5:45: Nobody changed the firm’s details or logo/),
  ).toBeVisible();
  await expectFineHere(page);
  await page.getByRole("link", { name: "Show this event" }).click();
  const events = page
    .getByRole("region", { name: "Events" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  await expect(events.first()).toContainText("Nobody changed the firm’s details or logo");
  await expect(page.getByRole("link", { name: "Newer", exact: true })).toHaveCount(0);
});

// S-2.40
test("a sole owner can delete their account after making another member an owner, and the record keeps the deleted owner's name", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm({ owner: "Una Reis", name: "Reis Advisers" });
  const member = await join("Max Ober");
  await addMember(firm, member);
  const { page, email } = firm.owner;
  await page.goto("/account/delete");
  await expect(page.getByText("You are the only owner of Reis Advisers.")).toBeVisible();
  await page.getByRole("link", { name: "Make someone else an owner" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Team" })).toBeVisible();
  const row = page
    .getByRole("region", { name: "Members" })
    .getByRole("listitem")
    .filter({ hasText: member.email });
  await row.getByLabel("Manage Max Ober").click();
  await row.getByLabel("Role", { exact: true }).selectOption("owner");
  await row.getByRole("button", { name: "Change role" }).click();
  await expect(row.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto("/account/delete");
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("You deleted your account.")).toBeVisible();

  await member.page.goto(`${firm.path}/settings/audit`);
  const events = member.page.getByRole("region", { name: "Events" }).getByRole("row");
  await expect(events.filter({ hasText: "Una Reis left the firm" })).toHaveCount(1);
  await expect(events.filter({ hasText: "Una Reis created the firm" })).toHaveCount(1);
  await member.page.getByRole("button", { name: "Verify" }).click();
  await expect(member.page.getByText("No problem found")).toBeVisible();
});

// S-2.65
test("without scripts, the form that deletes a firm stays open after a wrong name", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm({ name: "Finn & Ober" });
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto(`${firm.path}/settings/general`);
  const section = page.getByRole("main").getByRole("region", { name: "Delete this firm" });
  await section.locator("summary").click();
  const form = section.getByRole("form", { name: "Delete firm" });
  await form.getByRole("textbox").fill("Finn and Ober");
  await form.getByRole("button", { name: "Delete firm" }).click();
  await expect(form.getByText("Type the name of the firm exactly.")).toBeVisible();
  await expect(form.getByRole("textbox")).toHaveValue("Finn and Ober");
});

test("an owner deletes the firm for everyone by typing the firm's name", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm({ name: "Finn & Ober" });
  const member = await join("Max Ober");
  await addMember(firm, member);
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/general`);
  await expect(page.getByRole("button", { name: "Delete firm" })).toHaveCount(0);
  const entry = page.getByRole("region", { name: "Delete this firm" }).locator("summary");
  await waitForReact(entry);
  await entry.click();
  const form = page.getByRole("dialog").getByRole("form", { name: "Delete firm" });
  await form.getByRole("textbox").fill("Finn and Ober");
  await form.getByRole("button", { name: "Delete firm" }).click();
  await expect(form.getByText("Type the name of the firm exactly.")).toBeVisible();
  await form.evaluate((element) => {
    const name = document.createElement("input");
    Object.assign(name, { type: "hidden", name: "name", value: "Another" });
    element.append(name);
  });
  await form.getByRole("textbox").fill("Another");
  await form.getByRole("button", { name: "Delete firm" }).click();
  await expect(form.getByText("Type the name of the firm exactly.")).toBeVisible();
  for (const person of [firm.owner, member]) {
    expect((await person.page.request.get(firm.path)).status()).toBe(200);
  }
  await form.getByRole("textbox").fill("Finn & Ober");
  await form.getByRole("button", { name: "Delete firm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
  await expect(page.getByText("You deleted Finn & Ober")).toBeVisible();
  await expect(page.getByText(/The data is stored until \d+\s\w+\s\d{4}\./)).toBeVisible();
  await expect(page.getByText("You do not belong to a firm yet")).toBeVisible();
  await expectFineHere(page);
  await member.page.goto("/o");
  await expect(member.page.getByText("You do not belong to a firm yet")).toBeVisible();
  await expect(member.page.getByText("You deleted Finn & Ober")).toHaveCount(0);
  for (const person of [firm.owner, member]) {
    expect((await person.page.request.get(firm.path)).status()).toBe(404);
  }
});
