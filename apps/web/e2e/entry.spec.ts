import { createFirm } from "./fixtures/firms";
import { signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

const path = (url: string) => new URL(url).pathname;

test("a user with one firm lands in its inbox after sign-in and from the start page, and the list of firms still opens", async ({
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
});

test("a user with two firms lands on the list of firms", async ({ foundFirm }) => {
  const { owner } = await foundFirm();
  await createFirm(owner, { name: "Second Advisers" });
  const { page } = owner;
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
});

test("a user without a firm lands on the page that creates one, which says what invited people do", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Create your firm" })).toBeVisible();
  await expect(page.getByText("Were you invited?")).toBeVisible();
});

test("the time zone of a new firm is the browser's, and is found by city and by offset under its current name", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/o/new");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  // The browser's own name for the zone of the tests is Asia/Katmandu.
  await expect(zone).toHaveText("Kathmandu, Asia (UTC+05:45)");
  await zone.click();
  const search = page.getByRole("combobox", { name: "Search by city or offset" });
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

test("Show reveals a password, which is never stored in the tab", async ({ open }) => {
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

test("a password that is shown while it is chosen is not stored in the tab", async ({ join }) => {
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

test("two wrong fields are listed below a title that gets the focus, each with a link to its field", async ({
  open,
}) => {
  const { page } = await open("Visitor");
  await page.goto("/sign-up");
  await waitForReact(page.getByLabel("Your name"));
  await page.getByRole("button", { name: "Create account" }).click();
  const summary = page.locator("main").getByRole("alert");
  await expect(summary).toContainText("There is a problem");
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Enter an email address." }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
});
