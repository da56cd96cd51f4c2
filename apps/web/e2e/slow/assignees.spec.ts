import { findAxeProblems } from "../appearance/axe";
import { queryAsOwner } from "../database";
import { holdScripts } from "../pages/hold-scripts";
import { waitForReact } from "../pages/hydration";
import { sendLedger } from "../pages/ledger";
import { expect, test } from "../test";

// S-2.26
test("staff in a firm of eight find an assignee by name with the keyboard, or choose one in a select without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await queryAsOwner(
    `with people as (
       insert into auth.users (
         instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data,
         raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new,
         email_change, created_at, updated_at)
       select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated',
         'authenticated', n || '@' || $2 || '.example', now(), '{}',
         jsonb_build_object('name', 'Zoë ' || n), '', '', '', '', now(), now()
       from generate_series(1, 7) n returning id)
     insert into public.memberships (org_id, user_id, role) select $1, id, 'member' from people`,
    [firm.id, firm.slug],
  );
  const plain = await openWithoutScripts(firm.owner);
  await plain.page.goto(`${request.path}/edit`);
  await plain.page.getByLabel("Assignee").selectOption({ label: "Zoë 2" });
  await plain.page.getByRole("button", { name: "Save changes" }).click();
  await expect(plain.page).not.toHaveURL(/\/edit$/);

  const assignee = page.getByRole("combobox", { name: "Assignee" }).and(page.locator("button"));
  await test.step("the native select of assignees is replaced only after it loses the focus", async () => {
    const release = await holdScripts(page);
    await page.goto(`${request.path}/edit`, { waitUntil: "commit" });
    const native = page.getByLabel("Assignee", { exact: true });
    await expect(native).toBeVisible();
    await native.focus();
    await expect(native).toBeFocused();
    release();
    await waitForReact(native);
    await expect(native).toBeFocused();
    await expect(assignee).toHaveCount(0);
    await native.blur();
    await expect(assignee).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await expect(assignee).toHaveText("Zoë 2");
  await assignee.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search by name" });
  await expect(search).toBeFocused();
  await expect(page.getByRole("option")).toHaveCount(9);
  await search.fill("nobody");
  await expect(page.getByText("No one matches.")).toBeVisible();
  await search.fill("zoe 7");
  await expect(page.getByRole("option")).toHaveText(["Zoë 7"]);
  expect(await findAxeProblems(page)).toEqual([]);
  await search.press("Enter");
  await expect(assignee).toBeFocused();
  await expect(assignee).toHaveText("Zoë 7");
  await page.reload();
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
  await expect(assignee).toHaveText("Zoë 7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  const details = page.getByRole("complementary", { name: "Details and activity" });
  await expect(details).toContainText("Zoë 7");

  await page.goto(`${request.path}/edit`);
  await assignee.click();
  await page.getByRole("option", { name: "No one" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(details).not.toContainText("Zoë");
});
