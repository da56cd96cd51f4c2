import { webUrl } from "./addresses";
import { addFactor } from "./pages/account-pages";
import { expect, test } from "./test";

// S-2.65
test("the account pages work without scripts", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: webUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/account");
  await page.getByLabel("Email").fill("mia@harbour.example");
  await page.getByLabel("Password").fill("dossier-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(page.getByText("Choosing a picture needs JavaScript.")).toBeVisible();
  // Restore her name, because other journeys look for her in the demo firm.
  for (const name of ["Mia L. Chen", "Mia Chen"]) {
    await page.goto("/account");
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Your name")).toHaveValue(name);
  }

  await page.goto("/account/security");
  const person = { name: "Mia", context, page, problems: [] };
  const app = await addFactor(person, "Paper");
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  await page.getByText("Remove Paper").click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("The authenticator app was removed.")).toBeVisible();
  expect(app.nextCode()).toMatch(/^\d{6}$/);
  await context.close();
});
