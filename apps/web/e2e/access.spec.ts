import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { sendRequest } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { nextMail } from "./mailbox";
import { expect, test } from "./test";

// S-2.42
test("the sign-in page asks for a code to the known address if the user signed in with a password", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { link } = await sendRequest(firm);
  const { page, email } = firm.owner;
  await page.goto(link);
  await expect(page.getByText("A password alone is not enough")).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await expectFineHere(page);
});

// S-2.13
test("two tabs of one browser can wait for two codes, and neither code replaces the other", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  const { link, client } = await sendRequest(firm);
  const { email } = client.contact;
  const { page, context } = await open("Carla Brandt");
  await page.goto(`${link}#email=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByText(`If this request was sent to ${email}, a code is on its way.`),
  ).toBeVisible();

  const other = await context.newPage();
  const stranger = uniqueEmail("unknown");
  const isWaiting = other.getByText(`If ${stranger} can sign in here, a code is on its way.`);
  await other.goto("/forgot-password");
  await other.getByLabel("Email", { exact: true }).fill(stranger);
  await other.getByRole("button", { name: "Send code" }).click();
  await expect(isWaiting).toBeVisible();

  const mail = await nextMail(email, ({ codes }) => codes.length > 0);
  expect(mail.subject).toBe(`Your code for ${firm.name}`);
  await page.getByLabel("Code").fill(mail.codes[0] ?? "");
  await page.waitForURL(/\/r\/[^/]+\/items$/);
  await other.reload();
  await expect(isWaiting).toBeVisible();
});

// S-2.42
test("the sign-in page says that access ended, and that the user just asked for a code", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { id, email } = request.client.contact;
  const { page } = await enter(request);
  await queryAsOwner(
    "update public.contacts set status = 'removed', user_id = null where id = $1",
    [id],
  );
  await page.goto(`${request.link}/items`);
  const title = `You no longer have access to this request from ${firm.name}`;
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await expectFineHere(page);

  const ask = async () => {
    await page.getByLabel("Your email").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Code")).toBeFocused();
  };
  await ask();
  await page.getByRole("button", { name: "Change email address" }).click();
  await ask();
  await expect(page.getByText(`You asked for a code for ${email} a moment ago.`)).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^You can ask for a new code in 0:\d\d$/ }),
  ).toBeVisible();
});

// S-2.42
test("the sign-in page of a complete request says that the contact can still read it", async ({
  open,
}) => {
  const [request] = await queryAsOwner<{ public_id: string }>(
    `select r.public_id from public.requests r join public.orgs o on o.id = r.org_id
     where o.slug = 'harbour-lane' and r.status = 'complete' limit 1`,
  );
  const { page } = await open("Visitor");
  await page.goto(`/r/${request?.public_id}`);
  const title = "This request from Harbour & Lane is complete";
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("You can still read what was sent.")).toBeVisible();
  await expectFineHere(page);
});

// S-3.40
test("the demo's sign-in page lists its users, a link to a request and the mailbox", async ({
  open,
}) => {
  const { page } = await open("Visitor");
  await page.goto("/sign-in");
  const panel = page.getByRole("complementary", { name: "Demo sign-ins" });
  for (const name of ["olivia", "adam", "mia"]) {
    await expect(panel.getByText(`${name}@harbour.example`)).toBeVisible();
  }
  await expect(panel.getByText("dossier-demo")).toBeVisible();
  const mailbox = panel.getByRole("link", { name: "Open the mailbox" });
  expect((await page.request.get((await mailbox.getAttribute("href")) ?? "")).ok()).toBe(true);
  await panel.getByRole("link", { name: "Annual accounts 2026, as Tom" }).click();
  await expect(page.getByLabel("Your email")).toHaveValue("tom@bramblefinch.example");
  await page.goto("/sign-in");
  await panel.getByRole("button", { name: "Fill in Olivia Hart’s details" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.locator("summary[aria-label^='Account']")).toBeVisible();
});
