import { randomUUID } from "node:crypto";
import { unwrap } from "@dossier/backend-client";
import { findAxeProblems } from "./appearance/axe";
import { queryAsOwner } from "./database";
import { callBackend } from "./fixtures/backend-calls";
import { addClient, cancelRequest, sendRequest } from "./fixtures/firms";
import { expect, test } from "./test";

// S-2.23
test("the URL contains the search and the filters, and Back restores the previous search", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, context, userId } = firm.owner;
  const client = await addClient(firm, { name: "Winter Ltd" });
  const request = await sendRequest(firm, { client, title: "Winter accounts" });
  await cancelRequest(request, "Sold.");
  await callBackend(context, async ({ db }) =>
    unwrap(await db.rpc("archive_request", { request_id: request.id })),
  );
  await queryAsOwner(
    `insert into public.requests
       (org_id, client_id, public_id, title, message, status, due_on, created_by, sent_at)
     select $1, $2, md5(n || $4), 'Payroll ' || n, '', 'open', current_date - n, $3, now()
     from generate_series(1, 60) n`,
    [firm.id, client.id, userId, firm.slug],
  );
  const list = `${firm.path}/requests`;
  await page.goto(list);
  const rows = page.locator("main [data-list-keys] tbody > tr");
  const filter = async (name: string) => {
    await page.locator("summary", { hasText: "Add filter" }).click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  await expect(rows).toHaveCount(50);
  await expect(page.getByText("1–50 of 60")).toBeVisible();
  await page.getByRole("link", { name: "Next 50" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(rows).toHaveCount(10);
  await expect(page.getByText("51–60 of 60")).toBeVisible();
  await page.getByRole("link", { name: "Previous 50" }).click();
  await expect(page.getByText("1–50 of 60")).toBeVisible();
  // This URL is past the end of the list, as if a member had just closed the last requests. The
  // list must not show the text for a firm without requests.
  await page.goto(`${list}?after=2999-01-01&id=${randomUUID()}`);
  await expect(page.getByText("Nothing more in this list.")).toBeVisible();

  await page.goto(list);
  await filter("Archived");
  await expect(page).toHaveURL(/status=archived/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Winter accounts");
  await filter("Overdue");
  await expect(page).toHaveURL(/status=overdue/);
  await page.getByRole("searchbox", { name: "Search requests" }).fill("payroll 6");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=payroll\+6.*status=overdue/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search requests" })).toHaveValue("payroll 6");
  await expect(page.getByRole("link", { name: "Remove filter: Due Overdue" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/status=overdue$/);
  await page.goBack();
  await expect(page).toHaveURL(/status=archived/);
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search requests" }).fill("100 % nothing_");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^No requests match “/)).toBeVisible();
  // The search treats filter syntax as text.
  await page.getByRole("searchbox", { name: "Search requests" }).fill('x%",id.not.is.null,a.eq."(');
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^No requests match “/)).toBeVisible();
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("link", { name: "Remove filter: Status Archived" }).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(page.getByText("1–50 of 61")).toBeVisible();
  // Only the client's name contains this text.
  await page.getByRole("searchbox", { name: "Search requests" }).fill("winter L");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=winter\+L/);
  await expect(rows).toHaveCount(50);
});

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
  // The search also finds references, contacts and emails. It ignores case and accents.
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
  // The button disappears when the user presses it, so the focus returns to the search.
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
