import { findAxeProblems } from "./appearance/axe";
import { queryAsOwner } from "./database";
import { addClient } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

test("the sidebar links to filtered lists once the firm has five requests in any status", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, userId } = firm.owner;
  const client = await addClient(firm);
  const close = (requests: number) =>
    queryAsOwner(
      `insert into public.requests
         (org_id, client_id, title, status, due_on, created_by, sent_at, closed_at)
       select $1, $2, 'Payroll ' || n, 'complete', current_date, $3, now(), now()
       from generate_series(1, ${requests}) n`,
      [firm.id, client.id, userId],
    );
  await close(4);
  await page.goto(`${firm.path}/requests`);
  const overdue = page.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: "Overdue",
  });
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await expect(overdue).toHaveCount(0);
  await close(1);
  await page.reload();
  await overdue.click();
  await expect(page.getByRole("heading", { level: 1, name: "Overdue" })).toBeVisible();
  await expect(page).toHaveTitle(/^Overdue/);
  await expect(page.getByRole("heading", { name: "Nothing is overdue" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Remove filter: Due Overdue" })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 568 });
  const requests = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Requests\b/ });
  await expect(requests).toHaveCSS("font-weight", "600");
  await expect(requests).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Show all requests" }).click();
  await expect(page).toHaveURL(/status=all$/);
});

// S-2.23
test("the requests that are due this week are grouped by day, after the overdue requests", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, userId } = firm.owner;
  const client = await addClient(firm);
  await queryAsOwner(
    `insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
     select $1, $2, due.title, 'open', private.today($1) + due.days, $3, now()
     from (values
       ('Payroll', 0), ('Long ago', -200), ('Last week', -8), ('Next month', 30)) due (title, days)`,
    [firm.id, client.id, userId],
  );
  await page.goto(`${firm.path}/requests?status=due_this_week`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Due this week");
  await expect(main.getByRole("rowgroup").filter({ has: page.getByRole("link") })).toHaveText([
    /^Overdue2Long ago.*Last week/,
    /^Today1Payroll/,
  ]);
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 700 });
    // A heading that spans too many columns would add an empty column.
    const [cell, row] = await main
      .locator("thead tr")
      .evaluate((head) =>
        [head.lastElementChild, head].map((each) => each?.getBoundingClientRect().right),
      );
    expect(cell, `at ${width} px`).toBe(row);
  }

  await page.goto(`${firm.path}/requests?status=due_this_week&q=payroll`);
  await expect(main.getByRole("rowgroup").filter({ has: page.getByRole("link") })).toHaveText([
    /^Today1Payroll/,
  ]);
  await page.goto(`${firm.path}/requests?status=due_this_week&q=ago`);
  const late = main.getByRole("rowgroup").filter({ hasText: /^Overdue/ });
  await expect(late).toHaveText(/^Overdue1Long ago/);
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(late).toHaveText(/^Overdue2/);

  await queryAsOwner(
    `insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
     select $1, $2, 'Payslips ' || n, 'open', private.today($1), $3, now()
     from generate_series(1, 50) n`,
    [firm.id, client.id, userId],
  );
  await page.reload();
  await page.getByRole("link", { name: "Next 50" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(late).toHaveCount(0);
  await page.getByRole("link", { name: "Previous 50" }).click();
  await expect(page).toHaveURL(/before=/);
  await expect(late).toHaveText(/^Overdue2/);
});

test("a search in a list keeps the page and the focus in the field, announces the number of matches, and empties the field when it is cleared", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  for (const name of ["Kettle & Co.", "Kettle Sons", "Brandt & Sons"]) {
    await addClient(firm, { name });
  }
  await page.goto(`${firm.path}/clients`);
  const field = page.getByRole("searchbox");
  await waitForReact(field);
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await field.fill("kettle");
  await field.press("Enter");
  await expect(page).toHaveURL(/q=kettle/);
  await expect(page.getByRole("status").filter({ hasText: "2 matches" })).toHaveCount(1);
  await expect(field).toBeFocused();
  await expect(page.getByRole("link", { name: "Brandt & Sons" })).toHaveCount(0);
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(page.getByRole("link", { name: "Brandt & Sons" })).toBeVisible();
  await expect(field).toHaveValue("");
  expect(await page.evaluate(() => "isKept" in window)).toBe(true);
});

// S-2.24
test("the client field of a new request finds clients by a part of their name, reference, contact or email", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await queryAsOwner(
    `insert into public.clients (org_id, name)
     select $1, 'Künde ' || n from generate_series(1, 1200) n`,
    [firm.id],
  );
  await queryAsOwner(
    `with client as (
       update public.clients set ref = 'KB-7' where org_id = $1 and name = 'Künde 7' returning *
     )
     insert into public.contacts (org_id, client_id, name, email)
     select org_id, id, 'Renée Quist', 'renee@quist.example' from client`,
    [firm.id],
  );
  await page.goto(`${firm.path}/requests/new`);
  // Before the scripts run, the field is a native select.
  const client = page.getByRole("combobox", { name: "Client" }).and(page.locator("button"));
  await client.click();
  const search = page.getByPlaceholder("Name, reference, contact or email");
  await search.fill("nobody");
  await expect(page.getByText("No clients match.")).toBeVisible();
  for (const query of ["kb-7", "renee", "RENÉE@quist"]) {
    await search.fill(query);
    await expect(page.getByRole("option")).toHaveText([/^Künde 7(KB-7|Renée Quist|renee@quist)/]);
  }
  await search.fill("kunde 118");
  await expect(page.getByRole("status").filter({ hasText: "11 clients match." })).toBeAttached();
  const found = page.getByRole("dialog", { name: "Client" }).getByRole("option");
  await expect(found).toHaveCount(11);
  await search.press("ArrowDown");
  await expect(found.filter({ hasText: "Künde 1180" })).toHaveAttribute("data-highlighted");
  expect(await findAxeProblems(page)).toEqual([]);
  await page.route("**/search?clients=**", (route) => route.abort(), { times: 1 });
  await search.fill("kunde 1187");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(search).toBeFocused();
  await expect(found).toHaveCount(1);
  expect(firm.owner.problems.splice(0)).toEqual([expect.stringContaining("clients=kunde+1187")]);
  await search.press("ArrowDown");
  await search.press("Enter");
  await expect(client).toHaveText("Künde 1187");
  await expect(client).toBeFocused();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("main").getByText("Künde 1187", { exact: true })).toBeVisible();
});
