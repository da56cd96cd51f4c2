import type { Page } from "@playwright/test";
import { decide, itemOf, sendAnswered } from "../fixtures/answers";
import { addMember, createDraft, invite, sendRequest } from "../fixtures/firms";
import { uniqueEmail } from "../fixtures/names";
import { expect, test } from "../test";

/** The color `danger` of light pages. */
const RED = "rgb(168, 23, 15)";

/** Also finds the controls in closed menus and disclosures. */
const colorsOf = (page: Page, name: string) =>
  page.locator("main :is(a, button, summary), nav a").evaluateAll(
    (controls, wanted) =>
      controls
        .filter((control) => {
          const shown = control.getAttribute("aria-label") ?? control.textContent ?? "";
          return shown.replace(/\s+/g, " ").trim() === wanted;
        })
        .map((control) => getComputedStyle(control).color),
    name,
  );

test("the controls to cancel, reopen, delete, remove, suspend, revoke and leave are red where the user starts the action", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const email = uniqueEmail("invited");
  await invite(firm, email);
  const member = await join("Rita Moss");
  await addMember(firm, member);
  const items = [{ title: "Ledger", section: "Papers" }, { title: "Stock" }];
  const sent = await sendRequest(firm, { items });
  const draft = await createDraft(firm, { items });
  const complete = await sendAnswered(firm, ["Payroll"]);
  await decide(firm.owner, itemOf(complete, "Payroll"), "accepted");
  const table: readonly (readonly [Page, string, readonly string[]])[] = [
    [page, sent.path, ["Cancel request"]],
    [page, complete.path, ["Reopen request"]],
    [page, `${sent.path}/edit`, ["Remove: Ledger"]],
    [page, draft.path, ["Delete draft", "Remove item 1", "Remove section Papers"]],
    [page, `${firm.path}/clients/${sent.client.id}`, ["Remove Carla Brandt"]],
    [
      page,
      `${firm.path}/settings/team`,
      [
        "Suspend access: Rita Moss",
        "Remove from the firm: Rita Moss",
        `Revoke invitation: ${email}`,
      ],
    ],
    [page, `${firm.path}/settings/general`, ["Delete firm"]],
    [page, "/account/delete", ["Delete account", `Delete the firm: ${firm.name}`]],
    [member.page, "/o", [`Leave ${firm.name}`]],
  ];
  for (const [reader, path, names] of table) {
    await reader.goto(path);
    for (const name of names) {
      await expect
        .poll(async () => [...new Set(await colorsOf(reader, name))], `${name} on ${path}`)
        .toEqual([RED]);
    }
  }
});
