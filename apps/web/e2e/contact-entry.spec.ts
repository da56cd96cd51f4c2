import { unwrap } from "@dossier/backend-client";
import { webUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { callBackend } from "./fixtures/backend-calls";
import { cancelRequest, sendRequest } from "./fixtures/firms";
import { nextCode, nextEmail } from "./mailbox";
import { holdScripts } from "./pages/hold-scripts";
import { expect, test } from "./test";

// S-7.6
test("a request's emailed link fills in the contact's email address and removes the address from the URL", async ({
  foundFirm,
  open,
}) => {
  const { client } = await sendRequest(await foundFirm());
  const { email } = client.contact;
  const { links } = await nextEmail(email);
  const link = links.find((each) => each.startsWith(`${webUrl}/r/`)) ?? "";
  const { page } = await open("Carla Brandt");
  const field = page.getByLabel("Your email");
  await page.goto(link);
  await expect(field).toHaveValue(email);
  expect(new URL(page.url()).hash).toBe("");

  await test.step("if the page fills in the email address while the field has the focus, typing replaces the address", async () => {
    await page.goto("about:blank");
    const release = await holdScripts(page);
    await page.goto(link, { waitUntil: "commit" });
    // The server may send the field late, and a hidden field cannot get the focus.
    await expect(field).toBeVisible();
    await field.focus();
    await expect(field).toHaveValue("");
    release();
    await expect(field).toHaveValue(email);
    await page.keyboard.type("carla@elsewhere.example");
    await expect(field).toHaveValue("carla@elsewhere.example");
  });
});

// S-2.19
test("the help page opens in a new tab, and shows the firm's email address only to contacts of the request", async ({
  foundFirm,
  enter,
  open,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = await enter(request);
  await page.goto(`${request.link}/items`);
  const opened = page.waitForEvent("popup");
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("banner").getByRole("link", { name: /^Help/ }).click();
  const help = await opened;
  const address = firm.owner.email;
  await expect(help.getByRole("main").getByRole("link", { name: address })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${address}\\?`),
  );
  await expect(help.getByRole("contentinfo").getByRole("link", { name: address })).toBeVisible();
  await expect(help.getByRole("banner").getByText(firm.name)).toBeVisible();
  await expect(help.getByRole("heading", { level: 2 })).toHaveText(["You received a request"]);
  await expectFineHere(help);
  await help.getByRole("link", { name: "Your request" }).click();
  await help.waitForURL(/\/items$/);

  const { page: plain } = await open("Someone without scripts", { javaScriptEnabled: false });
  await plain.goto(`/help?request=${request.publicId}`);
  await plain.getByText("On this page").click();
  await plain.getByRole("link", { name: "Withdrawing an answer" }).click();
  const topic = plain.getByRole("region", { name: "Withdrawing an answer" });
  await expect(topic).toBeInViewport();
  await expect(plain.getByText("your reply goes to Northwind Advisers")).toBeAttached();
  await expect(plain.getByText(address)).toHaveCount(0);
});

// S-3.8
test("the footer shows the firm's name to visitors without a code, and adds the postal and reply addresses after the code", async ({
  foundFirm,
  enter,
  open,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = await enter(request);
  const footer = page.getByRole("contentinfo");
  await page.goto(`${request.link}/items`);
  await expect(footer.locator("p").first().locator("> *")).toHaveText([
    firm.name,
    firm.owner.email,
  ]);
  await callBackend(firm.owner.context, async ({ db }) =>
    unwrap(
      await db.rpc("update_org", {
        org_id: firm.id,
        name: firm.name,
        slug: firm.slug,
        time_zone: "Asia/Kathmandu",
        reply_email: firm.owner.email,
        postal_address: "4 Quay Street, Bristol",
      }),
    ),
  );
  for (const path of [`${request.link}/items`, `/r`]) {
    await page.goto(path);
    await expect(footer.locator("p").first().locator("> *")).toHaveText([
      firm.name,
      "4 Quay Street, Bristol",
      firm.owner.email,
    ]);
  }
  const { page: entry } = await open("Someone without a code");
  await entry.goto(request.link);
  await expect(entry.getByRole("contentinfo")).toContainText(firm.name);
  await expect(entry.getByRole("contentinfo")).not.toContainText("4 Quay Street");
});

// S-2.42
test("the sign-in page of a canceled or archived request says that nothing more is needed and explains how to reach the firm", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const canceled = await sendRequest(firm);
  await cancelRequest(canceled, "The company was sold.");
  const archived = await sendRequest(firm);
  await cancelRequest(archived, "The company was sold.");
  await callBackend(firm.owner.context, async ({ db }) =>
    unwrap(await db.rpc("archive_request", { request_id: archived.id })),
  );
  const { page } = await enter(await sendRequest(firm));
  for (const [{ link }, state] of [
    [canceled, "Canceled"],
    [archived, "Closed"],
  ] as const) {
    await page.goto(link);
    await expect(page.getByText(state, { exact: true })).toBeVisible();
    await expect(page.getByText("You don’t need to do anything.")).toBeVisible();
    await expect(page.getByText("Your reply goes to Northwind Advisers.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Email Northwind Advisers" })).toHaveCount(0);
    await expect(page.getByLabel("Your email")).toHaveCount(0);
  }
  await page.getByRole("link", { name: "See your requests" }).click();
  await expect(page.getByRole("link", { name: "Closing the books" }).first()).toBeVisible();
});

// S-2.41
test("a contact who is signed out can sign in from the list of requests, and then sees the requests", async ({
  foundFirm,
  open,
}) => {
  const { client, title } = await sendRequest(await foundFirm());
  const { email } = client.contact;
  const { page } = await open("Carla Brandt");
  await page.goto("/r");
  await expect(page.getByText("Sign in with the email address that received")).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading")).toHaveText(["Your requests"]);
  await expect(page.getByText("Your requests")).toHaveCount(1);
  await expectFineHere(page);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code").fill(await nextCode(email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/r");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
