import { uniqueEmail } from "./fixtures/names";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

test("a field's error disappears when the value becomes valid, and returns when the value is invalid again", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/general`);
  const form = page.getByRole("form", { name: "Profile" });
  const name = form.getByLabel("Firm name");
  const reply = form.getByLabel("Reply-to address");
  await waitForReact(name);
  await name.fill("");
  await reply.fill("nobody");
  await form.getByRole("button", { name: "Save" }).click();
  const summary = form.getByRole("alert");
  await expect(summary.getByText("There is a problem")).toBeVisible();
  await expect(name).toHaveAttribute("aria-invalid", "true");

  await name.fill("Finn & Ober");
  await expect(name).not.toHaveAttribute("aria-invalid");
  // The summary shows this heading only for several errors.
  await expect(summary.getByText("There is a problem")).toHaveCount(0);
  await expect(reply).toHaveAttribute("aria-invalid", "true");
  await reply.fill("still nobody");
  await expect(reply).toHaveAttribute("aria-invalid", "true");
  await reply.fill("hello@finn-ober.example");
  await expect(reply).not.toHaveAttribute("aria-invalid");
  await expect(summary).toHaveCount(0);
  await name.fill("");
  await expect(name).toHaveAttribute("aria-invalid", "true");
});

test("the red edge of a field with an error stays visible while the field has the focus or the pointer is over it", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/account/email");
  const email = page.getByLabel("New email");
  await waitForReact(email);
  await email.fill("nobody");
  await page.getByRole("button", { name: "Send codes" }).click();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await email.blur();
  const edgeOf = (part: "borderColor" | "outlineStyle") =>
    email.evaluate((field, name) => getComputedStyle(field)[name], part);
  await page.mouse.move(0, 0);
  const red = await edgeOf("borderColor");
  await email.hover();
  expect(await edgeOf("borderColor")).toBe(red);
  await email.focus();
  expect(await edgeOf("outlineStyle")).toBe("solid");
  expect(await edgeOf("borderColor")).toBe(red);
});

test("the error of a wrong code disappears while the user edits the code, and returns when the user types the same code again", async ({
  join,
}) => {
  const { page } = await join("Nora Vik");
  await page.goto("/account/email");
  await page.getByLabel("New email").fill(uniqueEmail("Nora"));
  await page.getByRole("button", { name: "Send codes" }).click();
  const code = page.getByLabel("Code");
  const error = page.getByText("That code is wrong or has expired.");
  await code.fill("00000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(error).toBeVisible();
  await code.fill("0000000");
  await expect(error).toHaveCount(0);
  await code.fill("00000000");
  await expect(error).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(error).toBeVisible();
});
