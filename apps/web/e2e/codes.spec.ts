import type { BrowserContext, Page } from "@playwright/test";
import { backendUrl, publishableKey } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { createAccount, PASSWORD } from "./fixtures/accounts";
import { uniqueEmail } from "./fixtures/names";
import { nextCode } from "./mailbox";
import { callAuth, letCodeBeSent, signIn } from "./pages/auth-pages";
import type { Person } from "./people";
import { expect, test } from "./test";

const WRONG = "That code is wrong or has expired.";

// S-8.4
test("changing the password in an old session requires the newest emailed code", async ({
  join,
}) => {
  const { page, email, userId } = await join("Rosa Lind");
  await queryAsOwner(
    "update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1",
    [userId],
  );
  await page.goto("/account/security");
  const resend = page.getByRole("button", { name: "Send a new code" });
  await expect(page.getByRole("button", { name: "Save password" })).toBeVisible();
  await expect(resend).toHaveCount(0);
  await page.getByLabel("New password").fill("another horse with other batteries");
  await page.getByRole("button", { name: "Save password" }).click();
  const field = page.getByLabel("Code from your email");
  await expect(field).toBeVisible();
  const first = await nextCode(email);
  const sentAt = (time: string) =>
    queryAsOwner(`update auth.users set reauthentication_sent_at = ${time} where id = $1`, [
      userId,
    ]);
  await sentAt("now() + interval '10 minutes'");
  await resend.click();
  await expect(page.getByText(/^Try again in \d\d:\d\d\.$/).first()).toBeVisible();
  await expectFineHere(page);
  await sentAt("null");
  await resend.click();
  await expect(
    page.getByText(
      "A code is on its way to your address. Enter the code from the email, then choose “Save password” again.",
    ),
  ).toBeVisible();
  const second = await nextCode(email);
  await field.fill(first);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText(WRONG)).toBeVisible();
  await field.fill(second);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("You saved a new password.")).toBeVisible();
});

// S-2.38, S-8.4
test("requesting new codes for an email change restarts the change at step 1, and the earlier code of the new address no longer works", async ({
  join,
}) => {
  const { page, email, userId } = await join("Rosa Lind");
  const newEmail = uniqueEmail("Rosa");
  const typeCode = async (code: string, button: string) => {
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: button }).click();
  };
  const step = (number: number) =>
    expect(page.getByRole("heading", { name: `Step ${number} of 2` })).toBeVisible();
  await page.goto("/account/email");
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Send codes", exact: true }).click();
  await step(1);
  await typeCode(await nextCode(email), "Continue");
  await step(2);
  const late = await nextCode(newEmail);
  const sentAt = (time: string) =>
    queryAsOwner(`update auth.users set email_change_sent_at = ${time} where id = $1`, [userId]);
  const resend = page.getByRole("button", { name: "Send new codes" });
  await sentAt("now() + interval '10 minutes'");
  await resend.click();
  await expect(page.getByText(/^Try again in \d\d:\d\d\.$/).first()).toBeVisible();
  await letCodeBeSent(newEmail);
  await sentAt("null");
  await resend.click();
  await step(1);
  await expect(page.getByText(`Start with the code for ${email}.`)).toBeVisible();
  await expectFineHere(page);
  await typeCode(await nextCode(email), "Continue");
  await step(2);
  await typeCode(late, "Change email");
  await expect(page.getByText(WRONG)).toBeVisible();
  await typeCode(await nextCode(newEmail), "Change email");
  await expect(page.getByText("You changed your email.")).toBeVisible();
});

async function followRecovery(page: Page, email: string): Promise<string> {
  await letCodeBeSent(email);
  await page.goto("/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText(`If ${email} can sign in here, a code is on its way.`)).toBeVisible();
  const [row] = await queryAsOwner<{ token_hash: string }>(
    `select t.token_hash from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where u.email = $1 and t.token_type = 'recovery_token'`,
    [email],
  );
  const query = new URLSearchParams({ type: "recovery", token: row?.token_hash ?? "" });
  const answer = await fetch(`${backendUrl}/auth/v1/verify?${query}`, {
    redirect: "manual",
    headers: { apikey: publishableKey },
  });
  const { search } = new URL(answer.headers.get("location") ?? "");
  expect(search).toMatch(/^\?code=/);
  return `/auth/callback${search}`;
}

// S-8.14, S-8.15
test("an emailed link that expired or was opened in another browser shows the reason and offers a code", async ({
  open,
}) => {
  const { email } = await createAccount("Rosa Lind", uniqueEmail("Rosa"));
  const asker = await open("Rosa at home");
  const elsewhere = await open("Rosa at work");
  const ended = async ({ page }: Person, reason: string, sentence: string) => {
    await page.waitForURL(({ searchParams }) =>
      [searchParams.get("error"), searchParams.get("notice")].includes(reason),
    );
    for (const part of sentence.split(/(?<=^[^.]*\.) /)) {
      await expect(page.getByText(part, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  };
  const otherBrowser =
    "This link works only in the browser where you asked for it. Your address may already be confirmed. Sign in, or ask for a code.";
  const back = await followRecovery(asker.page, email);
  await elsewhere.page.goto(back);
  await ended(elsewhere, "other_browser", otherBrowser);
  await expectFineHere(elsewhere.page);
  await followRecovery(elsewhere.page, email);
  await elsewhere.page.goto(back);
  await ended(elsewhere, "bad_code_verifier", otherBrowser);
  await queryAsOwner(
    "update auth.flow_state set created_at = now() - interval '1 day' where auth_code = $1",
    [new URLSearchParams(back.replace(/.*\?/, "")).get("code")],
  );
  await asker.page.goto(back);
  await ended(asker, "flow_state_expired", "This link is no longer valid. Ask for a code instead.");
  await asker.page.goto("/auth/confirm?type=recovery&token_hash=0123456789abcdef");
  await asker.page.getByRole("button", { name: "Continue" }).click();
  await ended(asker, "otp_expired", `${WRONG} Enter the newest code, or ask for a new one.`);
  // Anyone can write a URL, so the page never shows a text from the URL as an error.
  await asker.page.goto("/sign-in?error=Call%20this%20number");
  await expect(asker.page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  await expect(asker.page.getByText(/Call this number|Enter your address/)).toHaveCount(0);
});

// S-8.3
test("a user with an unconfirmed email address sees a message, and confirms the address with a code", async ({
  open,
}) => {
  const email = uniqueEmail("Una");
  const answer = await callAuth("signup", { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  await nextCode(email);
  await letCodeBeSent(email);
  const una = await open("Una Dorn");
  await signIn(una, email, PASSWORD);
  await expect(
    una.page.getByText(
      `This address is not confirmed yet. Confirm it with a code. If we can send email to ${email}, a code is on its way.`,
    ),
  ).toBeVisible();
  await una.page.getByLabel("Code").fill(await nextCode(email));
  await una.page.getByRole("button", { name: "Confirm" }).click();
  await expect(una.page.getByRole("button", { name: "Save password" })).toBeVisible();
});

/**
 * Moves the times in the cookie back, because the server computes the wait for a code from them.
 */
async function endWaitingTime(context: BrowserContext): Promise<void> {
  const [cookie] = (await context.cookies()).filter(({ name }) => name === "pending-code");
  if (!cookie) throw new Error("The browser has no pending code.");
  const codes: { sentAt: number; earlier?: number[] }[] = JSON.parse(
    Buffer.from(cookie.value, "base64url").toString("utf8"),
  );
  const past = (time: number) => time - 120_000;
  const older = codes.map(({ sentAt, earlier = [], ...code }) => ({
    ...code,
    sentAt: past(sentAt),
    earlier: earlier.map(past),
  }));
  const value = Buffer.from(JSON.stringify(older)).toString("base64url");
  await context.addCookies([{ ...cookie, value }]);
}

test("a countdown says when the user can ask for a new code, and then a button replaces the countdown", async ({
  open,
}) => {
  const { page, context } = await open("Visitor");
  await page.clock.install();
  await page.goto("/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(uniqueEmail("unknown"));
  await page.getByRole("button", { name: "Send me a code" }).click();
  const waiting = page.getByText(/^You can ask for a new code in \d:\d\d$/);
  const resend = page.getByRole("button", { name: "Send a new code" });
  await expect(waiting).toBeVisible();
  await expect(resend).toHaveCount(0);
  const left = async () => {
    const [, minutes, seconds] = /(\d):(\d\d)$/.exec((await waiting.textContent()) ?? "") ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const before = await left();
  await page.clock.runFor(10_000);
  await expect.poll(left).toBeLessThanOrEqual(before - 10);
  // The countdown changes once a second, so the first reading may be up to one second old.
  expect(await left()).toBeGreaterThanOrEqual(before - 11);
  await page.clock.runFor(60_000);
  await expect(resend).toBeEnabled();
  await expect(waiting).toHaveCount(0);

  await page.clock.resume();
  for (let code = 2; code <= 3; code += 1) {
    await endWaitingTime(context);
    await resend.click();
    await expect(waiting).toBeVisible();
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
    await page.clock.runFor(120_000);
    await expect(resend).toBeEnabled();
  }
});
