import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { sendRequest } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { nextCode, nextEmail } from "./mailbox";
import { expect, test } from "./test";

// S-2.42
test("a request's sign-in page asks for an emailed code even if the user signed in with a password", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { link } = await sendRequest(firm);
  const { page, email } = firm.owner;
  await page.goto(link);
  await expect(page.getByText("A password alone does not open requests")).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await expectFineHere(page);
});

test("the HTML of a request's sign-in page contains the text and the form, not a skeleton", async ({
  foundFirm,
  page,
}) => {
  const { link } = await sendRequest(await foundFirm());
  const html = await (await page.request.get(link)).text();
  expect(html).toContain(
    "If the request was sent to that address, we’ll email you a code. No password needed.",
  );
  expect(html.match(/<input[^>]*name="email"/g)).toHaveLength(1);
  // Ignore the scripts, because they contain the skeletons for later navigations.
  expect(html.replaceAll(/<script[\s\S]*?<\/script>/g, "")).not.toContain("data-skeleton");
});

test("submitting the code returns the checklist in one response, and the checklist's scripts are already prefetched", async ({
  foundFirm,
  open,
}) => {
  const { link, client, publicId } = await sendRequest(await foundFirm());
  const { email } = client.contact;
  const { page } = await open("Carla Brandt");
  await page.goto(`${link}#email=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Continue" }).click();
  const code = page.getByLabel("Code");
  await expect(code).toBeFocused();
  const ahead = await page
    .locator("link[rel=prefetch]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const posts: string[] = [];
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const { rsc, "next-router-prefetch": prefetch } = request.headers();
    if (request.resourceType() === "script") scripts.push(pathname);
    if (request.method() === "POST" || (rsc && !prefetch)) {
      posts.push(`${request.method()} ${pathname}`);
    }
  });
  await code.fill(await nextCode(email));
  await page.waitForURL(/\/items$/);
  expect(posts).toEqual([`POST /r/${publicId}`]);
  expect(scripts).not.toEqual([]);
  expect(ahead).toEqual(expect.arrayContaining(scripts));
});

// S-2.13
test("two tabs of one browser can each wait for a code, and using one code does not affect the other tab", async ({
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

  const received = await nextEmail(email, ({ codes }) => codes.length > 0);
  expect(received.subject).toBe(`Your code for ${firm.name}`);
  await page.getByLabel("Code").fill(received.codes[0] ?? "");
  await page.waitForURL(/\/r\/[^/]+\/items$/);
  await other.reload();
  await expect(isWaiting).toBeVisible();
});

// S-2.42
test("the sign-in page tells a removed contact that their access ended, and when they can ask for another code", async ({
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
  await expect(page.getByText(`You are signed in as ${email}.`)).toContainText(
    "If the request was sent to another of your addresses, enter that address",
  );
  await expectFineHere(page);

  const ask = async () => {
    await page.getByLabel("Your email").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Code")).toBeFocused();
  };
  await ask();
  await page.getByRole("button", { name: "Use another address" }).click();
  await ask();
  await expect(page.getByText(`You asked for a code for ${email} a moment ago.`)).toBeVisible();
  await expect(page.getByText(/^You can ask for a new code in 0:\d\d$/)).toBeVisible();
});

// S-2.42
test("the sign-in page of another contact's request shows the signed-in user's address, and links to that user's requests", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const other = await sendRequest(firm, { title: "Papers of another client" });
  const own = await sendRequest(firm);
  const { page } = await enter(own);
  await page.goto(other.link);
  const title = "This request is for another address";
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const { email } = own.client.contact;
  await expect(page.getByText(`You are signed in as ${email}.`)).toHaveCount(1);
  await expect(page.getByText("sent you a request")).toHaveCount(0);
  await expectFineHere(page);
  await page.getByRole("link", { name: "See your requests" }).click();
  await expect(page.getByRole("link", { name: own.title })).toBeVisible();
  await expect(page.getByText(other.title)).toHaveCount(0);
});

// S-2.42
test("the sign-in page of a complete request says that the contact can still read the request", async ({
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
test("the demo's sign-in page lets a visitor sign in as a demo user, and links to a request and to the mailbox", async ({
  open,
}) => {
  const { page } = await open("Visitor");
  await page.goto("/sign-in");
  const panel = page.getByRole("complementary", { name: "Try the demo" });
  await expect(panel.getByRole("button")).toHaveText([/Olivia Hart/, /Adam Reyes/, /Mia Chen/]);
  const mailbox = panel.getByRole("link", { name: "Open the demo mailbox" });
  expect((await page.request.get((await mailbox.getAttribute("href")) ?? "")).ok()).toBe(true);
  await expectFineHere(page);
  await panel.getByRole("link", { name: "Answer as a client" }).click();
  await expect(page.getByLabel("Your email")).toHaveValue("tom@bramblefinch.example");
  await page.goto("/o/harbour-lane/clients");
  await panel.getByRole("button", { name: "Sign in as Adam Reyes" }).click();
  await expect(page.getByLabel(/^Account: Adam Reyes/)).toBeVisible();
  await expect(page).toHaveURL(/\/o\/harbour-lane\/clients$/);
});
