import { expect, test } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { nextCode } from "./mailbox";
import { signUp } from "./pages/auth-pages";
import { openPerson, type Person } from "./people";

// Codes of mails that come too late.
test.describe.configure({ mode: "serial" });

const EMAIL = "rosa@mailed.example";
const NEW_EMAIL = "rosa.lind@mailed.example";
const PASSWORD = "correct horse battery staple";
const WRONG = "Code wrong or expired.";

let rosa: Person;

test.beforeAll(async ({ browser }) => {
  rosa = await openPerson(browser, "Rosa Lind");
  await signUp(rosa, EMAIL, PASSWORD);
});

test.afterAll(async () => {
  const { problems, context } = rosa;
  await context.close();
  expect(problems).toEqual([]);
});

test("a password in an old session wants a mailed code, and takes the newest", async () => {
  const { page } = rosa;
  await queryAsOwner(
    `update auth.sessions s set created_at = s.created_at - interval '2 days'
     from auth.users u where u.id = s.user_id and u.email = $1`,
    [EMAIL],
  );
  await page.goto("/account/security");
  const resend = page.getByRole("button", { name: "Send a new code" });
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
  await expect(resend).toHaveCount(0);
  await page.getByLabel("New password").fill("another horse with other batteries");
  await page.getByRole("button", { name: "Change password" }).click();
  const field = page.getByLabel("Code from your mail");
  await expect(field).toBeVisible();
  const first = await nextCode(EMAIL);
  const sentAt = (time: string) =>
    queryAsOwner(`update auth.users set reauthentication_sent_at = ${time} where email = $1`, [
      EMAIL,
    ]);
  await sentAt("now() + interval '10 minutes'");
  await resend.click();
  await expect(page.getByText(/^Try again in \d\d:\d\d\.$/).first()).toBeVisible();
  await expectFineHere(page);
  await sentAt("null");
  await resend.click();
  await expect(page.getByText("Type the code we just sent you, then save again.")).toBeVisible();
  const second = await nextCode(EMAIL);
  await field.fill(first);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(WRONG)).toBeVisible();
  await field.fill(second);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
});

test("codes of a change of address that are typed too late are sent anew, to both sides", async () => {
  const { page } = rosa;
  const typeCode = async (code: string, button: string) => {
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: button }).click();
  };
  const step = (number: number) =>
    expect(page.getByRole("heading", { name: `Step ${number} of 2` })).toBeVisible();
  await page.goto("/account/email");
  await page.getByLabel("New e-mail").fill(NEW_EMAIL);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await step(1);
  await typeCode(await nextCode(EMAIL), "Continue");
  await step(2);
  const late = await nextCode(NEW_EMAIL);
  const sentAt = (time: string) =>
    queryAsOwner(`update auth.users set email_change_sent_at = ${time} where email = $1`, [EMAIL]);
  const resend = page.getByRole("button", { name: "Send new codes" });
  await sentAt("now() + interval '10 minutes'");
  await resend.click();
  await expect(page.getByText(/^Try again in \d\d:\d\d\.$/).first()).toBeVisible();
  await sentAt("null");
  await resend.click();
  await step(1);
  await expect(page.getByText(`Begin with the one to ${EMAIL}.`)).toBeVisible();
  await expectFineHere(page);
  await typeCode(await nextCode(EMAIL), "Continue");
  await step(2);
  await typeCode(late, "Change e-mail");
  await expect(page.getByText(WRONG)).toBeVisible();
  await typeCode(await nextCode(NEW_EMAIL), "Change e-mail");
  await expect(page.getByText("Your e-mail was changed.")).toBeVisible();
});
