import type { Browser, Page } from "@playwright/test";
import { backendUrl, publishableKey, webUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import type { Authenticator } from "./authenticator";
import { PNG } from "./documents";
import { nextCode } from "./mailbox";
import { addFactor, signOut } from "./pages/account-pages";
import { letCodeBeSent, signIn, signUp } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { letProofGrowOld } from "./pages/old-proof";
import { createFirm } from "./pages/staff-pages";
import { findExposedSecrets, openPerson, type Person } from "./people";
import { expect, test } from "./test";

const PASSWORD = "correct horse battery staple";
const SECOND_PASSWORD = "another horse with other batteries";
const THIRD_PASSWORD = "a third horse without any staples";
const FIRST_EMAIL = "nora@account.example";
const NEW_EMAIL = "nora.vik@account.example";

test.describe.configure({ mode: "serial" });

let nora: Person;
let phone: Authenticator;
const people: Person[] = [];

async function open(browser: Browser, name: string): Promise<Person> {
  const person = await openPerson(browser, name);
  people.push(person);
  return person;
}

/** Calls a database function as the person of a browser, without the UI. */
async function callAsPerson({ context }: Person, name: string, body: object): Promise<Response> {
  const answer = await context.request.get("/auth/session", {
    headers: { "sec-fetch-site": "same-origin" },
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return fetch(`${backendUrl}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${accessToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

test.beforeAll(async ({ browser }) => {
  nora = await open(browser, "Nora Vik");
  await signUp(nora, FIRST_EMAIL, PASSWORD);
});

test.afterEach(async () => {
  const exposed = await Promise.all(
    people
      .filter(({ page }) => !page.isClosed() && page.url().startsWith(webUrl))
      .map(findExposedSecrets),
  );
  const problems = people.flatMap((person) => person.problems.splice(0));
  expect([...exposed.flat(), ...problems]).toEqual([]);
});

test.afterAll(async () => {
  for (const { context } of people) await context.close();
});

test("cookies of a sign-in flow are HttpOnly and expire within a day", async () => {
  const cookies = await nora.context.cookies();
  const flows = cookies.filter(({ name }) => name.startsWith("sb-flow"));
  expect(flows).not.toEqual([]);
  const tomorrow = Date.now() / 1000 + 24 * 3600;
  for (const { httpOnly, expires } of flows) {
    expect(httpOnly).toBe(true);
    expect(expires).toBeGreaterThan(0);
    expect(expires).toBeLessThanOrEqual(tomorrow);
  }
});

// S-2.56, S-2.62, S-2.63
test("the account page saves a name, an appearance and the single-key switch", async () => {
  const { page } = nora;
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await page.getByLabel("Your name").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await page.getByLabel("Your name").fill("Nora Vik-Holm");
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByLabel("Single-key shortcuts").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Nora Vik-Holm");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.getByLabel("Single-key shortcuts")).not.toBeChecked();
});

// S-2.37
test("a picture is checked, can be canceled while it uploads, is stored and removed", async () => {
  const { page } = nora;
  const picker = page.getByLabel("Choose a picture");
  await picker.setInputFiles({
    name: "x.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg/>"),
  });
  await expect(page.getByText("Use a PNG, JPEG or WebP picture.")).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${backendUrl}/storage/v1/object/images/**`, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const picture = { name: "me.png", mimeType: "image/png", buffer: PNG };
  await picker.setInputFiles(picture);
  await expect(page.getByRole("progressbar", { name: "Uploading me.png" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Your picture was not changed.")).toBeVisible();
  release();
  await page.unrouteAll({ behavior: "wait" });
  await picker.setInputFiles(picture);
  await expect(page.getByText("Your picture was saved.")).toBeVisible();
  const image = page.getByRole("img", { name: "Your picture" });
  await expect(image).toHaveJSProperty("naturalWidth", 1);
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(image).toHaveCount(0);
});

// S-2.38, S-2.49
test("an email address changes only with a code from each address", async () => {
  const { page } = nora;
  await page.getByRole("link", { name: "Email", exact: true }).click();
  await page.getByLabel("New email").fill(FIRST_EMAIL);
  await page.getByRole("button", { name: "Send codes" }).click();
  await expect(page.getByText("This is already your address.")).toBeVisible();
  await page.getByLabel("New email").fill("olivia@harbour.example");
  await page.getByRole("button", { name: "Send codes" }).click();
  await expect(page.getByText("Use another email address.")).toBeVisible();
  await page.getByLabel("New email").fill(NEW_EMAIL);
  await page.getByRole("button", { name: "Send codes" }).click();
  await expect(page.getByRole("heading", { name: "Step 1 of 2" })).toBeVisible();

  await page.getByLabel("Code").fill("00000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(FIRST_EMAIL));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  // If the change were abandoned here, the present address would stay.
  await expect(page.getByText(`You sign in with ${FIRST_EMAIL}.`)).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(NEW_EMAIL));
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Your email was changed.")).toBeVisible();
  await expect(page.getByText(`You sign in with ${NEW_EMAIL}.`)).toBeVisible();
});

// S-7.11
test("a changed password is announced in this tab and in another one", async () => {
  const { page, context } = nora;
  const second = await context.newPage();
  await second.goto("/account");
  await expect(second.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Use at least 10 characters.").first()).toBeVisible();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(
    page.getByText("Choose a password that differs from your current one."),
  ).toBeVisible();
  await page.getByLabel("New password").fill(SECOND_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(second.getByText("Your account was changed in another tab.")).toBeVisible();
  await second.close();
});

// S-2.39, S-6.21
test("a second factor is added with the typed key, and the page advises adding another", async () => {
  const { page } = nora;
  await page.goto("/account/security");
  phone = await addFactor(nora, "Phone");
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  await expect(page.getByText("One authenticator app is not enough")).toBeVisible();
  await expect(page.getByText("Phone", { exact: true })).toBeVisible();
});

// S-2.16, S-2.49, S-8.12
test("sign-in asks for the factor, and no other URL skips it", async ({ browser }) => {
  const elsewhere = await open(browser, "Nora at a library");
  const { page } = elsewhere;
  const question = page.getByRole("heading", { level: 1, name: "Enter your verification code" });
  await signIn(elsewhere, NEW_EMAIL, SECOND_PASSWORD);
  await expect(question).toBeVisible();
  // The appearance chosen in the other browser applies here too.
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  for (const path of ["/o", "/o/new", "/account", "/account/email", "/account/security"]) {
    await page.goto(path);
    await expect(question).toBeVisible();
    expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent(path)}`);
  }
  await page.getByLabel("Code from your app").fill(phone.wrongCode());
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("That code didn’t work. Use the latest one.")).toBeVisible();
  await expectFineHere(page);
  await signOut(elsewhere);
});

// S-6.15, S-8.11
test("an action that needs a recent factor is interrupted and runs once after the code", async () => {
  const { page } = nora;
  await letProofGrowOld(nora, { email: NEW_EMAIL, method: "totp", by: "20 minutes" });
  phone.forget();
  await page.goto("/account/security");
  await waitForReact(page.getByLabel("New password"));
  await page.getByLabel("New password").fill(THIRD_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(dialog.getByLabel("Code from your app")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Confirm it’s you.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Enter your verification code" })).toBeVisible();

  const posts: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.method() === "POST" && body.includes(THIRD_PASSWORD)) posts.push(request.url());
  });
  await page.getByRole("button", { name: "Change password" }).click();
  await dialog.getByLabel("Code from your app").fill(phone.nextCode());
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The refused attempt and its single retry.
  expect(posts).toHaveLength(2);
});

// S-7.13
test("a factor used in one tab lets the waiting action of another continue", async () => {
  const { page, context } = nora;
  await letProofGrowOld(nora, { email: NEW_EMAIL, method: "totp", by: "20 minutes" });
  phone.forget();
  await page.goto("/account/security");
  await waitForReact(page.getByText("Remove Phone"));
  await page.getByText("Remove Phone").click();
  await page.getByRole("button", { name: "Remove authenticator app", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(dialog.getByLabel("Code from your app")).toBeVisible();
  const second = await context.newPage();
  await second.goto("/mfa?next=/account");
  await second.getByLabel("Code from your app").fill(phone.nextCode());
  await second.getByRole("button", { name: "Verify" }).click();
  await expect(second.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(page.getByText("The authenticator app was removed.")).toBeVisible();
  await second.close();
});

// S-2.9
test("a firm that requires a factor asks its staff to add one, then lets them in", async () => {
  const { page } = nora;
  await createFirm(nora, "Vik Advisers", "vik-advisers");
  await page.goto("/account/security");
  phone = await addFactor(nora, "New phone");
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  const membership = await page.request.get("/o/vik-advisers");
  expect(membership.status()).toBe(200);
  const answer = await callAsPerson(nora, "set_require_mfa", {
    org_id: await findOrgId(nora, "vik-advisers"),
    require_mfa: true,
  });
  expect(answer.status).toBe(200);
  await page.getByText("Remove New phone").click();
  await page.getByRole("button", { name: "Remove authenticator app", exact: true }).click();
  await expect(page.getByText("The authenticator app was removed.")).toBeVisible();

  await page.goto("/o/vik-advisers/requests?status=open");
  await expect(
    page.getByRole("heading", { level: 1, name: "Set up two-step verification" }),
  ).toBeVisible();
  await expect(page.getByText("Your firm requires two-step verification.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Not now" })).toHaveCount(0);
  phone = await addFactor(nora, "Newer phone");
  // The deep link survives this step.
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("?status=open");
});

async function findOrgId({ context }: Person, slug: string): Promise<string> {
  const answer = await context.request.get("/auth/session", {
    headers: { "sec-fetch-site": "same-origin" },
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const rows = await fetch(`${backendUrl}/rest/v1/orgs?select=id&slug=eq.${slug}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${accessToken}` },
  });
  const [org] = (await rows.json()) as { id: string }[];
  return org?.id ?? "";
}

// S-2.15, S-2.49, S-7.12
test("recovery asks for the factor, then ends at the new password in every tab", async ({
  browser,
}) => {
  const again = await open(browser, "Nora at another computer");
  const { page, context } = again;
  const factorHeading = (tab: Page) =>
    tab.getByRole("heading", { level: 1, name: "Enter your verification code" });
  const second = await context.newPage();
  await second.goto("/forgot-password");
  await page.goto("/forgot-password");
  await letCodeBeSent(NEW_EMAIL);
  await page.getByLabel("Email").fill(NEW_EMAIL);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Code").fill(await nextCode(NEW_EMAIL));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(factorHeading(page)).toBeVisible();
  // The other tab goes there automatically.
  await expect(factorHeading(second)).toBeVisible();
  // Every page leads there, except the one for another code, where an old code leads.
  await second.goto("/forgot-password", { waitUntil: "networkidle" });
  await expect(second.getByRole("button", { name: "Send code" })).toBeVisible();
  await second.goto("/account");
  await expect(factorHeading(second)).toBeVisible();
  await second.close();
  await page.getByLabel("Code from your app").fill(phone.nextCode());
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Choose a new password" }),
  ).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your firms" })).toBeVisible();
});

// S-2.39, S-7.9
test("signing out other devices ends their sessions, and signing out here ends every tab", async ({
  browser,
}) => {
  const olaf = await open(browser, "Olaf Berg");
  await signUp(olaf, "olaf@account.example", PASSWORD);
  const elsewhere = await open(browser, "Olaf elsewhere");
  await signIn(elsewhere, "olaf@account.example", PASSWORD);
  const { page, context } = olaf;
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Sign out other devices" }).click();
  await expect(page.getByText("Your other devices were signed out.")).toBeVisible();
  // Its token can still read for a while, but account pages are closed at once.
  await elsewhere.page.goto("/account/security");
  await expect(elsewhere.page.getByText("You were signed out on this device")).toBeVisible();
  await elsewhere.page.getByRole("button", { name: "Sign in again" }).click();
  await expect(elsewhere.page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();

  const second = await context.newPage();
  await second.goto("/account/security");
  await expect(
    second.getByRole("heading", { level: 1, name: "Password and security" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(second.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await second.close();
});

// S-2.40
test("a sole owner cannot delete the account; a user without firms types the address and can", async ({
  browser,
}) => {
  await nora.page.goto("/account/delete");
  await signInAgain(nora);
  await expect(nora.page.getByText("Choose another owner first")).toBeVisible();
  await expect(nora.page.getByRole("button", { name: "Delete my account" })).toHaveCount(0);

  const pia = await open(browser, "Pia Lund");
  await signUp(pia, "pia@account.example", PASSWORD);
  const { page } = pia;
  await page.goto("/account/delete");
  await page.getByLabel("Type your email to confirm").fill("someone@else.example");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Type pia@account.example exactly.")).toBeVisible();
  await page.getByLabel("Type your email to confirm").fill("Pia@account.example");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account was deleted.")).toBeVisible();
  // In the other browser: the user is signed out and the page is reloading.
  await page.close();
  const { page: other } = await open(browser, "Pia at another computer");
  await other.goto("/sign-in");
  await other.getByLabel("Email").fill("pia@account.example");
  await other.getByLabel("Password").fill(PASSWORD);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByText("Incorrect email or password.")).toBeVisible();
});

/** Recovery ended this browser's session. */
async function signInAgain(person: Person): Promise<void> {
  const { page } = person;
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.waitForURL(/\/sign-in/);
  await signIn(person, NEW_EMAIL, PASSWORD);
  await page.getByLabel("Code from your app").fill(phone.nextCode());
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => url.pathname !== "/mfa");
  await page.goto("/account/delete");
}
