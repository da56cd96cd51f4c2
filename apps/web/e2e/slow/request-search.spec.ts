import { randomUUID } from "node:crypto";
import { unwrap } from "@dossier/backend-client";
import { queryAsOwner } from "../database";
import { callBackend } from "../fixtures/backend-calls";
import { addClient, cancelRequest, sendRequest } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

// S-2.23
test("the URL of the request list contains the search and the filters, and Back restores the earlier filters", async ({
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
  // Open a page past the end of the list, as if a member had just closed the last requests.
  await page.goto(`${list}?after=2999-01-01&id=${randomUUID()}`);
  await expect(page.getByText("Nothing more in this list.")).toBeVisible();

  await page.goto(list);
  await page.getByRole("searchbox", { name: "Search requests" }).fill("winter accounts");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No open requests match “winter accounts”")).toBeVisible();
  await page.getByRole("link", { name: "Search all requests" }).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(rows).toHaveCount(1);

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
  await page.getByRole("searchbox", { name: "Search requests" }).fill('x%",id.not.is.null,a.eq."(');
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^No requests match “/)).toBeVisible();
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("link", { name: "Remove filter: Status Archived" }).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(page.getByText("1–50 of 61")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search requests" }).fill("winter L");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=winter\+L/);
  await expect(rows).toHaveCount(50);
});

// S-2.23
test("J and K move between requests and skip the link to all overdue requests", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, userId } = firm.owner;
  const client = await addClient(firm);
  await queryAsOwner(
    `insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
     select $1, $2, 'Payroll ' || n, 'open', private.today($1) - n, $3, now()
     from generate_series(1, 51) n`,
    [firm.id, client.id, userId],
  );
  await page.goto(`${firm.path}/requests?status=due_this_week`);
  const main = page.getByRole("main");
  const all = main.getByRole("link", { name: "Show all overdue requests" });
  await waitForReact(all);
  await page.keyboard.press("j");
  await expect(main.getByRole("link", { name: /^Payroll/ }).first()).toBeFocused();
  await page.keyboard.press("k");
  await expect(all).not.toBeFocused();
});
