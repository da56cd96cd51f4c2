import { createAccount } from "./fixtures/accounts";
import { uniqueEmail } from "./fixtures/names";
import { addFactor } from "./pages/account-pages";
import { expect, test } from "./test";

// S-2.65
test("a user can change their name, and add and remove an authenticator app, without scripts", async ({
  open,
}) => {
  const { email, password } = await createAccount("Mia Chen", uniqueEmail("Mia"));
  const mia = await open("Mia Chen", { javaScriptEnabled: false });
  const { page } = mia;
  await page.goto("/account");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await page.getByLabel("Your name").fill("Mia L. Chen");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Mia L. Chen");

  await page.goto("/account/security");
  await addFactor(mia, "Paper");
  await expect(page.getByText("You added an authenticator app.")).toBeVisible();
  await page.getByText("Remove Paper").click();
  await page.getByRole("button", { name: "Remove authenticator app", exact: true }).click();
  await expect(page.getByText("You removed the authenticator app.")).toBeVisible();
});
