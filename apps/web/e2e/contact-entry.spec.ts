import { unwrap } from "@dossier/backend-client";
import { webUrl } from "./addresses";
import { callBackend } from "./fixtures/backend-calls";
import { cancelRequest, sendRequest } from "./fixtures/firms";
import { nextMail } from "./mailbox";
import { holdScripts } from "./pages/held-scripts";
import { expect, test } from "./test";

// S-7.6
test("the emailed link fills in the address and removes it from the URL, and typing replaces the address", async ({
  foundFirm,
  open,
}) => {
  const { client } = await sendRequest(await foundFirm());
  const { email } = client.contact;
  const { links } = await nextMail(email);
  const link = links.find((each) => each.startsWith(`${webUrl}/r/`)) ?? "";
  const { page } = await open("Carla Brandt");
  const field = page.getByLabel("Your email");
  await page.goto(link);
  await expect(field).toHaveValue(email);
  expect(new URL(page.url()).hash).toBe("");

  await test.step("typing replaces an address that arrives while the field has the focus", async () => {
    await page.goto("about:blank");
    const release = await holdScripts(page);
    await page.goto(link, { waitUntil: "commit" });
    // The document streams, and only visible elements can have the focus.
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
test("help opens in a new tab, and only recipients see the firm's address for questions", async ({
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
  await expect(help.getByRole("link", { name: address })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${address}\\?`),
  );
  await help.getByRole("link", { name: "Your request" }).click();
  await help.waitForURL(/\/items$/);

  const { page: plain } = await open("Someone without scripts", { javaScriptEnabled: false });
  await plain.goto(`/help?request=${request.publicId}`);
  await plain.getByRole("link", { name: "Withdrawing an answer" }).click();
  const topic = plain.getByRole("region", { name: "Withdrawing an answer" });
  await expect(topic).toBeInViewport();
  await expect(plain.getByText("your reply goes to Northwind Advisers")).toBeAttached();
  await expect(plain.getByText(address)).toHaveCount(0);
});

// S-2.42
test("a canceled or archived request says that nothing more is needed", async ({
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
  // A contact of another request sees no more than a visitor does.
  const { page } = await enter(await sendRequest(firm));
  for (const { link } of [canceled, archived]) {
    await page.goto(link);
    await expect(
      page.getByText(/Nothing more is needed here\.|You don’t need to do anything\./),
    ).toBeVisible();
    await expect(page.getByLabel("Your email")).toHaveCount(0);
  }
});
