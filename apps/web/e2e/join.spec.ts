import { expectFineHere } from "./appearance/viewer";
import { addMember, invite } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { nextCode } from "./mailbox";
import { callAuth, letCodeBeSent } from "./pages/auth-pages";
import { backdateConfirmation } from "./pages/backdate-confirmation";
import { expect, test } from "./test";

// S-2.18
test("the invitation shows the firm, the role and a masked email address, and accepts no other address", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  const invited = uniqueEmail("Nora", "newcomer.example");
  const { path } = await invite(firm, invited);
  const { page } = await open("Nora Quist");
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: `Join ${firm.name}` })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Dossier" })).toBeVisible();
  await expect(page.getByText("You are invited as a member.")).toBeVisible();
  await expect(page.getByText("The invitation was sent to n•••@n…")).toHaveCount(1);
  expect(await page.content()).not.toContain(invited);
  await page.getByLabel("Email", { exact: true }).fill("somebody@else.example");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(
    page.getByText("Enter the address that the invitation was sent to: n•••@n…"),
  ).toBeVisible();
});

test("an invitation asks a user who is signed in with another email address to confirm the invited address", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, email } = firm.owner;
  const { path } = await invite(firm, uniqueEmail("Nora"));
  await page.goto(path);
  await expect(page.getByText(/signed in as .*To join, confirm/)).toContainText(email);
  await expect(page.getByRole("button", { name: "Join", exact: true })).toHaveCount(0);
});

// S-2.18, S-2.50
test("the invited person joins with a code even if a stranger registered the email address first, and the stranger's password stops working", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  const invited = uniqueEmail("Nora");
  const { path } = await invite(firm, invited);
  const nora = await open("Nora Quist");
  const { page } = nora;
  await page.goto(path);
  const prepared = { email: invited, password: "chosen by a stranger" };
  const made = await callAuth("signup", { ...prepared, data: { name: "A Stranger" } });
  expect(made.status).toBe(200);
  await nextCode(invited);
  await letCodeBeSent(invited);
  await page.getByLabel("Email", { exact: true }).fill(invited);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code").fill("00000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Code").fill(await nextCode(invited));
  await page.getByRole("button", { name: "Confirm" }).click();
  const submit = page.getByRole("button", { name: "Join", exact: true });
  await expect(submit).toBeVisible();
  await backdateConfirmation(nora, { email: invited, method: "otp", by: "31 days" });
  await page.reload();
  await expect(
    page.getByText(`You are signed in as ${invited}. To join, confirm this address with a code.`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  await expect(submit).toHaveCount(0);
  await backdateConfirmation(nora, { email: invited, method: "otp", by: "-31 days" });
  await page.reload();
  await submit.click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expectFineHere(page);
  await page.getByLabel("Your name").fill("Nora Quist");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(firm.path);
  const tried = await callAuth("token?grant_type=password", prepared);
  expect(await tried.json()).toMatchObject({ error_code: "invalid_credentials" });
});

// S-2.18, S-8.28
test("an invitation can be used once, and the link of an unknown invitation returns status 404", async ({
  foundFirm,
  join,
}) => {
  const nora = await join("Nora Quist");
  const { page } = nora;
  const { path } = await addMember(await foundFirm(), nora);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This invitation has been used" })).toBeVisible();
  const response = await page.request.get("/join/5eed0001-0000-4000-8000-0000000000ff");
  expect(response.status()).toBe(404);
});
