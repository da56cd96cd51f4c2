import type { Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { PNG } from "./documents";
import { nextCode, nextMail } from "./mailbox";
import { callAuth, letCodeBeSent, signIn } from "./pages/auth-pages";
import { letProofGrowOld } from "./pages/old-proof";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// The team and settings of the demo firm, as its owner, admin, member and an invited person.
test.describe.configure({ mode: "serial" });

const PASSWORD = "dossier-demo";
const FIRM = "/o/harbour-lane";
const INVITED = "nora@newcomer.example";

let olivia: Person;
let nora: Person;
let invitationPath: string;

test.beforeAll(async ({ browser }) => {
  olivia = await openPerson(browser, "Olivia Hart");
  nora = await openPerson(browser, "Nora Quist");
  await signIn(olivia, "olivia@harbour.example", PASSWORD);
});

test.afterAll(async () => {
  const problems = [...olivia.problems, ...nora.problems];
  await Promise.all([olivia.context.close(), nora.context.close()]);
  expect(problems).toEqual([]);
});

/** Returns the section of a page with this heading. */
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an owner invites by email; a second invitation to the address is refused", async () => {
  const { page } = olivia;
  await page.goto(FIRM);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
  const form = page.getByRole("form", { name: "Invite someone" });
  await form.getByLabel("Email").fill(INVITED);
  await form.getByLabel("Role").selectOption("member");
  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText(`Invitation sent to ${INVITED}.`)).toBeVisible();
  await expect(section(page, "Invitations").getByText(INVITED)).toBeVisible();

  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText("Already invited.")).toBeVisible();
  await form.getByLabel("Email").fill("mia@harbour.example");
  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText("This person is already in the firm.")).toBeVisible();

  const mail = await nextMail(INVITED);
  const link = mail.links.find((each) => each.includes("/join/"));
  invitationPath = new URL(link ?? "").pathname;
  expect(invitationPath).toMatch(/^\/join\/[0-9a-f-]{36}$/);
});

// S-2.18
test("the invitation shows firm, role and a masked address, and accepts no other one", async () => {
  const { page } = nora;
  await page.goto(invitationPath);
  await expect(page.getByRole("heading", { level: 1, name: "Join Harbour & Lane" })).toBeVisible();
  await expect(page.getByText(/invited as a member.*n•••@n…/)).toBeVisible();
  expect(await page.content()).not.toContain(INVITED);
  await page.getByLabel("Email").fill("somebody@else.example");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("The invitation was sent to another address:")).toBeVisible();
});

test("a user signed in with another address is asked to switch", async ({ browser }) => {
  const mia = await openPerson(browser, "Mia Chen");
  await signIn(mia, "mia@harbour.example", PASSWORD);
  await mia.page.goto(invitationPath);
  await expect(mia.page.getByText(/signed in as mia@harbour\.example.*to switch/)).toBeVisible();
  await expect(mia.page.getByRole("button", { name: "Join", exact: true })).toHaveCount(0);
  await mia.context.close();
});

// S-2.18, S-2.50
test("the invited person joins with a code and sees the firm", async () => {
  const { page } = nora;
  // A stranger created an account for the address before, with a name and a password.
  const prepared = { email: INVITED, password: "chosen by a stranger" };
  const made = await callAuth("signup", { ...prepared, data: { name: "A Stranger" } });
  expect(made.status).toBe(200);
  await nextCode(INVITED);
  await letCodeBeSent(INVITED);
  await page.getByLabel("Email").fill(INVITED);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code").fill("00000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(INVITED));
  await page.getByRole("button", { name: "Confirm" }).click();
  const submit = page.getByRole("button", { name: "Join", exact: true });
  await expect(submit).toBeVisible();
  // A month later the code is too old: the page offers another one.
  await letProofGrowOld(nora, { email: INVITED, method: "otp", by: "31 days" });
  await page.reload();
  await expect(page.getByText("Confirm your address with a code to join.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  await expect(submit).toHaveCount(0);
  await letProofGrowOld(nora, { email: INVITED, method: "otp", by: "-31 days" });
  await page.reload();
  await submit.click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Your name").fill("Nora Quist");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(FIRM);
  const tried = await callAuth("token?grant_type=password", prepared);
  expect(await tried.json()).toMatchObject({ error_code: "invalid_credentials" });
});

// S-2.18, S-8.28
test("an invitation works once, and an unknown one is not found", async () => {
  const { page } = nora;
  await page.goto(invitationPath);
  await expect(page.getByRole("heading", { name: "This invitation has been used" })).toBeVisible();
  const response = await page.context().request.get("/join/5eed0001-0000-4000-8000-0000000000ff");
  expect(response.status()).toBe(404);
});

test("a member sees no link to settings, and gets the not-found page for each", async () => {
  const { page } = nora;
  await page.goto(FIRM);
  await expect(page.getByRole("link", { name: "Clients" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
  for (const path of ["general", "team", "security", "reminders", "audit"]) {
    const response = await page.context().request.get(`${FIRM}/settings/${path}`);
    expect(response.status(), path).toBe(404);
  }
});

test("an owner changes a role, suspends and restores", async () => {
  const { page } = olivia;
  await page.goto(`${FIRM}/settings/team`);
  const row = section(page, "Members").getByRole("listitem").filter({ hasText: INVITED });
  await row.getByText("Manage Nora Quist").click();
  await row.getByLabel("Role", { exact: true }).selectOption("admin");
  await row.getByRole("button", { name: "Change role" }).click();
  await expect(row.getByText("Saved.")).toBeVisible();
  await row.getByRole("button", { name: "Suspend" }).click();
  await expect(row.getByText("Suspended", { exact: true })).toBeVisible();
  expect((await nora.context.request.get(FIRM)).status()).toBe(404);
  await row.getByRole("button", { name: "Restore" }).click();
  await expect(row.getByText("Suspended", { exact: true })).toHaveCount(0);
  expect((await nora.context.request.get(`${FIRM}/settings/team`)).status()).toBe(200);
});

// S-2.33
test("the last owner cannot change her own membership, and the page says why", async () => {
  const { page } = olivia;
  await page.reload();
  const own = section(page, "Members")
    .getByRole("listitem")
    .filter({ hasText: "olivia@harbour.example" });
  await expect(own.getByText("Make someone else an owner first.")).toBeVisible();
  await expect(own.getByRole("button", { name: "Change role" })).toBeDisabled();
  await expect(own.getByText("Leave firm")).toHaveCount(0);
  await page.goto("/o");
  await page.locator("summary", { hasText: "Leave a firm" }).click();
  await page.getByRole("button", { name: "Leave Harbour & Lane" }).click();
  await expect(page.locator("main").getByRole("alert")).toHaveText(
    "Make someone else an owner first.",
  );
});

// S-1.2
test("an admin manages everyone but owners, appoints no owners, and may leave", async () => {
  const { page } = nora;
  await page.goto(`${FIRM}/settings/team`);
  const members = section(page, "Members").getByRole("listitem");
  await expect(members.filter({ hasText: "olivia@" }).getByText("Manage")).toHaveCount(0);
  const roles = page.getByRole("form", { name: "Invite someone" }).getByLabel("Role");
  await expect(roles.getByRole("option")).toHaveText(["Member", "Admin"]);
  await page.goto(`${FIRM}/settings/general`);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Delete firm" })).toHaveCount(0);

  await page.goto(`${FIRM}/settings/team`);
  const own = members.filter({ hasText: INVITED });
  await own.getByText("Manage Nora Quist").click();
  await own.locator("summary", { hasText: "Leave firm" }).click();
  await own.getByRole("button", { name: "Leave firm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
  await expect(page.getByText("Harbour & Lane")).toHaveCount(0);
});

// S-8.19
test("an invitation can be sent again and revoked", async () => {
  const { page } = olivia;
  await page.goto(`${FIRM}/settings/team`);
  const row = section(page, "Invitations").getByRole("listitem").filter({ hasText: "leo@" });
  await row.getByRole("button", { name: "Resend" }).click();
  await expect(row.getByText("Sent again.")).toBeVisible();
  const mail = await nextMail("leo@harbour.example", ({ links }) =>
    links.some((link) => link.includes("/join/")),
  );
  // Another tab still shows the invitation that is revoked here.
  const second = await olivia.context.newPage();
  await second.goto(`${FIRM}/settings/team`);
  const stale = section(second, "Invitations").getByRole("button", { name: "Revoke" });
  await expect(stale).toBeVisible();
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
  await stale.click();
  await expect(second.getByText("There are no open invitations.")).toBeVisible();
  const told = section(second, "Invitations").getByRole("alert");
  await expect(told).toHaveText("This changed in the meantime. Check it again.");
  await expect(told).toBeFocused();
  await second.close();
  await nora.page.goto(mail.links.find((link) => link.includes("/join/")) ?? "");
  await expect(
    nora.page.getByRole("heading", { name: "This invitation was revoked" }),
  ).toBeVisible();
  await expect(nora.page.getByText("Ask the person at Harbour & Lane")).toBeVisible();
});

// S-2.32, S-8.21
test("the firm's profile, logo and retention show their rules at the field", async () => {
  const { page } = olivia;
  await page.goto(`${FIRM}/settings/general`);
  const form = page.getByRole("form", { name: "Profile" });
  await form.getByLabel("Name of the firm").fill("H");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Use at least 2 characters.")).toBeVisible();
  await form.getByLabel("Name of the firm").fill("Harbour & Lane LLP");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved.")).toBeVisible();

  const logo = section(page, "Logo");
  await logo.getByLabel("Choose an image").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg/>"),
  });
  await expect(logo.getByText("Choose a PNG, JPEG or WebP image.")).toBeVisible();
  const before = await logo.locator("img").getAttribute("src");
  await logo.getByLabel("Choose an image").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: PNG,
  });
  await expect(logo.getByText("Logo saved.")).toBeVisible();
  await expect(logo.locator("img")).not.toHaveAttribute("src", before ?? "");
  await logo.getByRole("button", { name: "Remove logo" }).click();
  await expect(logo.locator("img")).toHaveCount(0);

  const retention = page.getByRole("form", { name: "Retention" });
  await retention.getByLabel("Days after closing").fill("7");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention.getByText("Choose between 30 and 3,650 days.")).toBeVisible();
  await retention.getByLabel("Days after closing").fill("365");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention.getByText("Saved.")).toBeVisible();
});

// S-2.35
test("the reminder plan previews its dates while it is typed, and shows its rules at the field", async () => {
  const { page } = olivia;
  await page.goto(`${FIRM}/settings/reminders`);
  const preview = section(page, "Preview").getByRole("listitem");
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
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Days before the due date")).toHaveValue("5, 2");
});

// S-2.34
test("requiring two-step verification asks the owner to confirm first and changes nothing", async () => {
  const { page } = olivia;
  await page.goto(`${FIRM}/settings/security`);
  await expect(section(page, "Two-step verification by person").getByRole("listitem")).toHaveCount(
    3,
  );
  await page.getByLabel("Require two-step verification for all staff").check();
  await page.getByRole("button", { name: "Save" }).click();
  const form = page.getByRole("form", { name: "Two-step verification" });
  await expect(form.getByRole("alert").or(page.getByRole("dialog")).first()).toContainText(
    "Confirm it’s you",
  );
  await page.reload();
  await expect(page.getByLabel("Require two-step verification for all staff")).not.toBeChecked();
});

// S-1.1, S-2.36, S-2.52
test("the record shows events, filters, pages and verifies", async () => {
  const { page } = olivia;
  await page.goto(`${FIRM}/settings/audit`);
  const events = section(page, "Events").getByRole("listitem");
  await expect(events).toHaveCount(50);
  await page.getByRole("link", { name: "Show older" }).click();
  await expect(page).toHaveURL(/before=\d+/);
  await page.getByRole("link", { name: "Back to the newest" }).click();
  await page.getByLabel("Kind").selectOption("settings");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/kind=settings/);
  const plan = events.filter({ hasText: "Olivia Hart changed the reminder plan" });
  await expect(plan.first()).toBeVisible();
  await page.getByLabel("Kind").selectOption("team");
  await page.getByLabel("Who").selectOption({ label: "Olivia Hart" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/kind=team/);
  await expect(events.filter({ hasText: "Olivia Hart suspended Nora Quist" })).toHaveCount(1);
  await expect(events.filter({ hasText: "changed the reminder plan" })).toHaveCount(0);
  await page.getByLabel("Kind").selectOption("");
  await page.getByLabel("Who").selectOption({ label: "Ruth Bramble" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(events.first()).toContainText(/^Ruth Bramble /);
  await page.getByLabel("Who").selectOption({ label: "Dossier" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(events.first()).toContainText(/^Dossier /);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("No problem found")).toBeVisible();
  await expectFineHere(page);
});

// S-2.65
test("settings can be saved without scripts", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await olivia.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto(new URL(`${FIRM}/settings/general`, olivia.page.url()).href);
  const form = page.getByRole("form", { name: "Profile" });
  await form.getByLabel("Name of the firm").fill("Harbour & Lane");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(new URL(`${FIRM}/settings/audit`, olivia.page.url()).href);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("No problem found")).toBeVisible();
  await context.close();
});
