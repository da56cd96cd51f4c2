import type { Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { PNG } from "./documents";
import { signInWithPassword } from "./fixtures/accounts";
import { callBackend } from "./fixtures/backend-calls";
import { enrollFactor, removeFactors } from "./fixtures/factors";
import { uniqueEmail } from "./fixtures/names";
import { nextCode } from "./mailbox";
import { addFactor, signOut } from "./pages/account-pages";
import { signIn } from "./pages/auth-pages";
import { backdateConfirmation } from "./pages/backdate-confirmation";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

const NEW_PASSWORD = "another horse with other batteries";

// S-2.56, S-2.62, S-2.63
test("the account page saves the user's name, appearance and setting for single-key shortcuts", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/o");
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
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Nora Vik-Holm");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.getByLabel("Single-key shortcuts")).not.toBeChecked();
});

// S-2.37, S-3.35
test("a user can upload and remove a profile picture, and a file of another kind or of more than 2 MB is refused", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/account");
  const picker = page.getByLabel("Choose a picture");
  const choose = (name: string, buffer: Buffer) =>
    picker.setInputFiles({ name, mimeType: "image/png", buffer });
  await choose("picture.png", Buffer.from("<svg/>"));
  await expect(
    page.getByText("This file is not a PNG, JPEG or WebP image, or it is damaged."),
  ).toBeVisible();
  let isSent = false;
  page.on("request", (request) => {
    isSent ||= request.method() === "POST";
  });
  await choose("large.png", Buffer.alloc(2_097_153));
  await expect(
    page.getByText("This picture is too large. Choose one that is 2\u00a0MB or smaller."),
  ).toBeVisible();
  expect(isSent).toBe(false);
  await choose("me.png", PNG);
  await expect(page.getByText("You changed your picture.")).toBeVisible();
  const image = page.getByRole("img", { name: "Your picture" });
  await expect(image).toHaveJSProperty("naturalWidth", 96);
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("You removed your picture.")).toBeVisible();
  await expect(image).toHaveCount(0);
});

// S-2.38, S-2.49
test("an email address changes only after the codes from both addresses are entered", async ({
  join,
}) => {
  const { page, email } = await join("Nora Vik");
  const newEmail = uniqueEmail("Nora");
  await page.goto("/account/email");
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: "Send codes" }).click();
  await expect(page.getByText("This is already your address. Enter another one.")).toBeVisible();
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Send codes" }).click();
  await expect(page.getByRole("heading", { name: "Step 1 of 2" })).toBeVisible();

  await page.getByLabel("Code").fill("00000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(email));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await expect(page.getByText(`You sign in with ${email}.`)).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(newEmail));
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("You changed your email.")).toBeVisible();
  await expect(page.getByText(`You sign in with ${newEmail}.`)).toBeVisible();
});

test("an email change to the address of another account looks like any other email change", async ({
  join,
}) => {
  const look = async (newEmail: string) => {
    const { page, email } = await join("Nora Vik");
    const ask = async (address: string) => {
      await page.getByLabel("New email").fill(address);
      await page.getByRole("button", { name: "Send codes" }).click();
    };
    await page.goto("/account/email");
    await ask(newEmail);
    await expect(page.getByRole("heading", { name: "Step 1 of 2" })).toBeVisible();
    const shown = ((await page.locator("main").textContent()) ?? "").replaceAll(email, "OWN");
    await page.getByLabel("Code").fill("00000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
    await page.getByRole("button", { name: "Send new codes" }).click();
    await expect(page.getByText(/^Try again in \d:\d\d\.$/).first()).toBeVisible();
    await page.getByRole("button", { name: "Keep my address" }).click();
    await ask(uniqueEmail("Nora"));
    await expect(page.getByText(/^Try again in \d:\d\d\.$/).first()).toBeVisible();
    return shown;
  };
  const taken = await look("olivia@harbour.example");
  expect(taken).toBe(await look(uniqueEmail("Nora")));
});

// S-7.11
test("changing the password shows a message in every open tab", async ({ join }) => {
  const { page, context, password } = await join("Nora Vik");
  const second = await context.newPage();
  await second.goto("/account");
  await expect(second.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await page.goto("/account/security");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Use at least 10 characters.").first()).toBeVisible();
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(
    page.getByText("Choose a password that differs from your current one."),
  ).toBeVisible();
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("You saved a new password.")).toBeVisible();
  await expect(second.getByText("You changed your account in another tab.")).toBeVisible();
});

// S-2.39, S-6.21
test("adding an authenticator app does not reload the sidebar, and the page then says that one app is not enough", async ({
  foundFirm,
}) => {
  const { name, owner: nora } = await foundFirm({ owner: "Nora Vik" });
  const { page } = nora;
  await page.goto("/account/security");
  // React must keep the sidebar's element. A new element would not have this attribute.
  await page.locator("[data-sidebar]").evaluate((sidebar) => sidebar.setAttribute("data-kept", ""));
  await addFactor(nora, "Phone");
  await expect(page.getByText("You added an authenticator app.")).toBeVisible();
  await expect(page.getByText("This signed out your other devices.")).toBeVisible();
  await expect(page.getByText("One authenticator app is not enough")).toBeVisible();
  await expect(page.getByText("Phone", { exact: true })).toBeVisible();
  await expect(page.locator("[data-kept]").getByLabel(`Firm: ${name}`)).toBeVisible();
});

// S-2.16, S-2.49, S-8.12
test("after sign-in, the list of firms, the form for a new firm and the account pages ask for the second factor, and a wrong code is refused", async ({
  join,
}) => {
  const nora = await join("Nora Vik");
  const { page, context, email, password, userId } = nora;
  const phone = await enrollFactor(nora);
  await queryAsOwner(
    `update public.profiles set preferences = '{"theme":"dark"}' where user_id = $1`,
    [userId],
  );
  await context.clearCookies();
  const question = page.getByRole("heading", { level: 1, name: "Enter your verification code" });
  await signIn(nora, email, password);
  await expect(question).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  for (const path of ["/o", "/o/new", "/account", "/account/email", "/account/security"]) {
    await page.goto(path);
    await expect(question).toBeVisible();
    expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent(path)}`);
  }
  await page.getByLabel("Code from your app").fill(phone.wrongCode());
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(
    page.getByText("That code didn’t work. Enter the code that your app shows now."),
  ).toBeVisible();
  await expectFineHere(page);
  await signOut(nora);
});

// S-6.15, S-8.11
test("an action that requires a recent second factor asks for a code, and then runs once", async ({
  join,
}) => {
  const nora = await join("Nora Vik");
  const { page, email } = nora;
  const phone = await enrollFactor(nora);
  await backdateConfirmation(nora, { email, method: "totp", by: "20 minutes" });
  phone.forget();
  await page.goto("/account/security");
  await waitForReact(page.getByLabel("New password"));
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(dialog.getByLabel("Code from your app")).toBeFocused();
  await expect(page.getByText("Confirm it’s you.")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Confirm it’s you.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Enter your verification code" })).toBeVisible();
  await page.getByRole("button", { name: "Save password" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Confirm it’s you.")).toBeVisible();

  const posts: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.method() === "POST" && body.includes(NEW_PASSWORD)) posts.push(request.url());
  });
  await page.getByRole("button", { name: "Save password" }).click();
  await dialog.getByLabel("Code from your app").fill(phone.nextCode());
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("You saved a new password.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(posts).toHaveLength(2);
});

// S-7.13
test("an action that waits for a second factor continues after the user confirms the factor in another tab", async ({
  join,
}) => {
  const nora = await join("Nora Vik");
  const { page, context, email } = nora;
  const phone = await enrollFactor(nora);
  await backdateConfirmation(nora, { email, method: "totp", by: "20 minutes" });
  phone.forget();
  await page.goto("/account/security");
  await waitForReact(page.getByText("Remove Phone"));
  await page.getByText("Remove Phone").click();
  const removal = page.getByRole("dialog", { name: "Remove authenticator app" });
  await expect(removal.getByText("“Phone” is your only authenticator app.")).toBeVisible();
  await removal.getByRole("button", { name: "Remove authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(dialog.getByLabel("Code from your app")).toBeVisible();
  const second = await context.newPage();
  await second.goto("/mfa?next=/account");
  await second.getByLabel("Code from your app").fill(phone.nextCode());
  await second.getByRole("button", { name: "Verify" }).click();
  await expect(second.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(page.getByText("You removed the authenticator app.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Two-step verification" })).toBeFocused();
});

// S-2.9
test("staff must add a second factor before they can open a firm that requires a second factor", async ({
  foundFirm,
}) => {
  const { id, path, owner } = await foundFirm();
  const { page, context } = owner;
  await enrollFactor(owner);
  await callBackend(context, async ({ db }) =>
    db.rpc("set_require_mfa", { org_id: id, require_mfa: true }).throwOnError(),
  );
  await removeFactors(owner);

  await page.goto(`${path}/requests?status=open`);
  await expect(
    page.getByRole("heading", { level: 1, name: "Set up two-step verification" }),
  ).toBeVisible();
  await expect(page.getByText("Your firm requires two-step verification.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Not now" })).toHaveCount(0);
  await addFactor(owner, "Newer phone");
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("?status=open");
});

// S-2.15, S-2.49, S-7.12
test("password recovery asks for the second factor in every tab, then opens the new-password page", async ({
  join,
}) => {
  const nora = await join("Nora Vik");
  const { page, context, email } = nora;
  const phone = await enrollFactor(nora);
  await context.clearCookies();
  const factorHeading = (tab: Page) =>
    tab.getByRole("heading", { level: 1, name: "Enter your verification code" });
  const second = await context.newPage();
  await second.goto("/forgot-password");
  await page.goto("/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Code").fill(await nextCode(email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(factorHeading(page)).toBeVisible();
  await expect(factorHeading(second)).toBeVisible();
  // `/forgot-password` does not ask for the second factor, so that the user can ask for another
  // code.
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
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create your firm" })).toBeVisible();
});

// S-2.39, S-7.9
test("signing out other devices ends their sessions, and signing out everywhere also signs out the other tabs", async ({
  join,
  open,
}) => {
  const olaf = await join("Olaf Berg");
  const elsewhere = await open("Olaf elsewhere");
  await signInWithPassword(elsewhere, olaf);
  const { page, context } = olaf;
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Sign out other devices" }).click();
  await expect(page.getByText("You signed out your other devices.")).toBeVisible();
  await elsewhere.page.goto("/account/security");
  await expect(elsewhere.page.getByText("You were signed out on this device")).toBeVisible();
  await elsewhere.page.getByRole("button", { name: "Sign in again" }).click();
  await expect(elsewhere.page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();

  const second = await context.newPage();
  await second.goto("/account/security");
  await expect(second.getByRole("heading", { level: 2, name: "Security" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(second.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

// S-2.40
test("a user without firms can delete their account by typing its email address, but a firm's only owner cannot", async ({
  foundFirm,
  join,
}) => {
  const { owner } = await foundFirm();
  await owner.page.goto("/account/delete");
  await expect(owner.page.getByText("You are the only owner of")).toBeVisible();
  const firms = "You leave all your firms.";
  await expect(owner.page.getByText(firms)).toBeVisible();
  await expect(owner.page.getByRole("button", { name: "Delete account" })).toHaveCount(0);

  const { page, context, email, password } = await join("Pia Lund");
  await page.goto("/account/delete");
  await expect(page.getByText("Records keep your name")).toBeVisible();
  await expect(page.getByText(firms)).toHaveCount(0);
  await page.getByLabel(`Type ${email} to confirm`).fill("someone@else.example");
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(`Type ${email} exactly.`)).toBeVisible();
  await page.getByLabel(`Type ${email} to confirm`).fill(email.replace("pia", "Pia"));
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("You deleted your account.")).toBeVisible();
  // This page is still reloading, so the test continues in a new page.
  await page.close();
  const other = await context.newPage();
  await other.goto("/sign-in");
  await other.getByLabel("Email", { exact: true }).fill(email);
  await other.getByLabel("Password").fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByText("Incorrect email or password.")).toBeVisible();
});
