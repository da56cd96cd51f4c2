import { expectFineHere } from "../appearance/viewer";
import { queryAsOwner } from "../database";
import { enrollFactor } from "../fixtures/factors";
import { uniqueEmail } from "../fixtures/names";
import { nextCode, nextEmail } from "../mailbox";
import { signOut } from "../pages/account-pages";
import { confirmAct, sendRequest as sendOpenDraft } from "../pages/staff-pages";
import { expect, test } from "../test";

// S-2.22
test("an empty inbox lets the user draft a trial request to themselves from the first template", async ({
  foundFirm,
}) => {
  const { owner, path } = await foundFirm({ owner: "Orla Finn" });
  const { page } = owner;
  for (const _time of ["first", "second"]) {
    await page.goto(path);
    await page.getByRole("button", { name: "Create a test request" }).click();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue(
      "Annual financial statements",
    );
    await expect(page.getByRole("checkbox", { name: "Orla Finn" })).toBeChecked();
    await confirmAct(page, "Delete draft");
    await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  }
  await page.goto(`${path}/clients`);
  await expect(page.getByRole("link", { name: "Orla Finn (test)" })).toHaveCount(1);
});

/** The status stays `pending` until `expire_invitations` is called. */
const letInvitationExpire = (email: string) =>
  queryAsOwner(
    `update public.invitations
     set expires_at = now() - interval '1 minute', sent_at = now() - interval '7 days'
     where email = $1 and status = 'pending'`,
    [email],
  );

// S-2.18, S-2.50
test("the page of an expired invitation says to ask the sender, and an owner can send the invitation again", async ({
  foundFirm,
  open,
}) => {
  const { owner, path } = await foundFirm();
  const { page } = owner;
  const address = uniqueEmail("Late");
  await page.goto(`${path}/settings/team`);
  const form = page.getByRole("form", { name: "Invite someone" });
  await form.getByLabel("Email", { exact: true }).fill(address);
  await form.getByRole("button", { name: "Invite" }).click();
  await expect(form.getByText(`You invited ${address}.`)).toBeVisible();
  const { links } = await nextEmail(address);
  await letInvitationExpire(address);
  const late = await open("Someone late");
  await late.page.goto(links.find((link) => link.includes("/join/")) ?? "");
  await expect(
    late.page.getByRole("heading", { name: "This invitation has expired" }),
  ).toBeVisible();
  await expect(late.page.getByText("Ask the person at Northwind Advisers")).toBeVisible();
  await expect(late.page.getByRole("button", { name: /Join|Send me a code/ })).toHaveCount(0);
  await expectFineHere(late.page);

  await page.reload();
  const row = page
    .getByRole("region", { name: "Invitations" })
    .getByRole("listitem")
    .filter({ hasText: address });
  await expect(row.getByText("Expired", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: "Invite again" }).click();
  await expect(row.getByText(/expires/)).toBeVisible();

  await letInvitationExpire(address);
  await queryAsOwner("select public.expire_invitations()");
  await page.reload();
  await row.getByRole("button", { name: "Invite again" }).click();
  await expect(row.getByText(/expires/)).toBeVisible();

  await letInvitationExpire(address);
  await queryAsOwner("select public.expire_invitations()");
  await page.reload();
  await expect(row.getByText("Expired", { exact: true })).toBeVisible();
  await expect(row).toHaveCount(1);

  const second = await owner.context.newPage();
  await second.goto(`${path}/settings/team`);
  await second.getByRole("button", { name: "Invite again" }).click();
  await expect(second.getByText(/expires/)).toBeVisible();
  await second.close();
  await row.getByRole("button", { name: "Invite again" }).click();
  const alert = page.getByRole("region", { name: "Invitations" }).getByRole("alert");
  await expect(alert).toHaveText(
    "This person is already invited. You can send the email again from the list of invitations.",
  );
  await expect(alert).toBeFocused();
  await expect(row.getByText(/expires/)).toBeVisible();
});

// S-2.9
test("a link to an item of a trial request opens the item after the user enters an emailed code and the second factor", async ({
  foundFirm,
}) => {
  const { owner, path } = await foundFirm();
  const { page, email } = owner;
  const phone = await enrollFactor(owner, "Phone");
  await page.goto(path);
  await page.getByRole("button", { name: "Create a test request" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  const link = new URL(await sendOpenDraft(owner, email));
  const [item] = await queryAsOwner<{ id: string; title: string }>(
    `select i.id, i.title from public.items i join public.requests r on r.id = i.request_id
     where r.public_id = $1 order by i.position limit 1`,
    [link.pathname.split("/").at(-1)],
  );
  await signOut(owner);
  const itemPath = `${link.pathname}/items/${item?.id}`;
  await page.goto(itemPath);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  // The page sends the form when the code has eight digits.
  await page.getByLabel("Code").fill(await nextCode(email));
  await expect(
    page.getByRole("heading", { level: 1, name: "Enter your verification code" }),
  ).toBeVisible();
  await page.getByLabel("Code from your app").fill(phone.nextCode());
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { level: 1, name: item?.title ?? "" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(itemPath);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});
