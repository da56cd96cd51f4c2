import { expectFineHere } from "./appearance/viewer";
import { createFirm, sendRequest } from "./fixtures/firms";
import { signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

const path = (url: string) => new URL(url).pathname;

test("a user with one firm lands in the firm's inbox, and can still open the list of firms", async ({
  foundFirm,
  open,
}) => {
  const { owner, path: inbox } = await foundFirm();
  const elsewhere = await open("Elsewhere");
  await signIn(elsewhere, owner.email, owner.password);
  const { page } = elsewhere;
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  expect(path(page.url())).toBe(inbox);
  for (const start of ["/", "/sign-in"]) {
    await page.goto(start);
    expect(path(page.url())).toBe(inbox);
  }
  await page.goto("/o");
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
  await page.getByRole("link", { name: "Create firm" }).click();
  await page.getByRole("link", { name: "Back to your firms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
});

test("a user with two firms lands on the list of firms", async ({ foundFirm }) => {
  const { owner } = await foundFirm();
  await createFirm(owner, { name: "Second Advisers" });
  const { page } = owner;
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
});

test("a user without a firm lands on the page for creating a firm, which also explains invitations", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Create your firm" })).toBeVisible();
  await expect(page.getByText("Were you invited?")).toBeVisible();
});

test("the empty list of requests shows the user's email address, and offers to sign in with another address", async ({
  join,
}) => {
  const { page, email } = await join("Nora Vik");
  await page.goto("/r");
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await expectFineHere(page);
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=\/r$/);
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

test("for a contact without a firm, the first link in the list of firms leads to the contact's requests", async ({
  foundFirm,
  enter,
}) => {
  const { page } = await enter(await sendRequest(await foundFirm()));
  await page.goto("/o");
  await expect(page.getByRole("main").getByRole("link")).toHaveText([
    "See your requests",
    "Create your firm",
  ]);
  await expect(page.getByText("Were you invited?")).toBeVisible();
  await expectFineHere(page);
  await page.getByRole("link", { name: "See your requests" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your requests" })).toBeVisible();
});

test("the form for a new firm selects the browser's time zone, and finds time zones by city and by offset", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/o/new");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  // The browser lists the tests' time zone under its older name, Asia/Katmandu.
  await expect(zone).toHaveText("Kathmandu, Asia (UTC+05:45)");
  await zone.click();
  const search = page.getByRole("combobox", { name: "Search by city or UTC offset" });
  await search.fill("kolkata");
  await expect(page.getByRole("option")).toHaveText(["Kolkata, Asia (UTC+05:30)"]);
  await search.fill("calcutta");
  await expect(page.getByText("No time zone matches.")).toBeVisible();
  await search.fill("+05:30");
  await expect(page.getByRole("option", { name: /Kolkata/ })).toBeVisible();
  await search.fill("kyiv");
  await page.getByRole("option", { name: /^Kyiv/ }).click();
  await expect(zone).toContainText("Kyiv, Europe");
});

test("the Show button reveals a password, and the tab's storage never contains the password", async ({
  open,
}) => {
  const { page } = await open("Visitor");
  await page.goto("/sign-in");
  const field = page.getByLabel("Password", { exact: true });
  const show = page.getByRole("button", { name: "Show password" });
  await waitForReact(show);
  await field.fill("correct horse");
  await expect(field).toHaveAttribute("type", "password");
  await show.click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveValue("correct horse");
  await field.pressSequentially(" battery");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("horse");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("the tab's storage does not contain a new password, even after the user reveals it", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/account/security");
  const field = page.getByLabel("New password");
  const show = page.getByRole("button", { name: "Show password" });
  await waitForReact(show);
  await show.click();
  await field.fill("another horse with other batteries");
  await field.blur();
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("horse");
});

test("the error summary for two invalid fields gets the focus and links to each field", async ({
  open,
}) => {
  const { page } = await open("Visitor");
  await page.goto("/sign-up");
  await waitForReact(page.getByLabel("Your name"));
  await page.getByRole("button", { name: "Create account" }).click();
  const summary = page.locator("main").getByRole("alert");
  await expect(summary).toContainText("There is a problem");
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Enter your name." }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await summary.getByRole("link", { name: "Enter an email address." }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
});
