import { unwrap } from "@dossier/backend-client";
import type { Locator } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { makePdf } from "./documents";
import { itemOf, sendAnswered, submitAnswer, submitFile } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import { addClient, sendRequest } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { openMenu } from "./pages/command-menu";
import { waitForReact } from "./pages/hydration";
import { sendLedger } from "./pages/ledger";
import { confirmAct } from "./pages/staff-pages";
import { expect, test } from "./test";

// S-2.25
test("staff add several contacts to an open request with the keyboard, and without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const names = ["Anna Brandt", "Ida Brandt", "Ida Brandt", "Max Stopp"];
  await callBackend(firm.owner.context, async ({ db }) => {
    for (const name of names) {
      const email = uniqueEmail(name);
      const client = { org_id: firm.id, client_id: request.client.id };
      unwrap(await db.rpc("save_contact", { ...client, name, email }));
    }
  });
  await queryAsOwner(
    "update public.contacts set status = 'bounced' where name = 'Max Stopp' and org_id = $1",
    [firm.id],
  );
  const { page } = firm.owner;
  await page.goto(request.path);
  const details = page.getByRole("complementary", { name: "Details and activity" });
  const summary = details.locator("summary", { hasText: "Change contacts" });
  await waitForReact(summary);
  await summary.press("Enter");
  const form = page.getByRole("form", { name: "Add contacts" });
  const group = form.getByRole("group", { name: "Contacts to add" });
  await expect(group.getByRole("checkbox")).toHaveCount(4);
  await expect(group.getByText("@")).toHaveCount(3);
  await expect(group.getByText("Email bounced")).toBeVisible();
  await form.getByRole("button", { name: "Add contacts" }).press("Enter");
  await expect(form.getByText("Choose at least one contact.")).toBeVisible();
  await group.getByRole("checkbox", { name: "Anna Brandt" }).press("Space");
  await group.getByRole("checkbox", { name: "Max Stopp" }).press("Space");
  await expectFineHere(page);
  await form.getByRole("button", { name: "Add contacts" }).press("Enter");
  await expect(details.getByText("Email to Max Stopp bounced.")).toBeVisible();
  await expect(group.getByRole("checkbox")).toHaveCount(4);
  await expect(details.locator("summary", { hasText: "Remove Anna Brandt" })).toHaveCount(0);
  await group.getByRole("checkbox", { name: "Max Stopp" }).press("Space");
  await form.getByRole("button", { name: "Add contacts" }).press("Enter");
  await expect(group.getByRole("checkbox")).toHaveCount(3);
  await expect(details.locator("summary", { hasText: "Remove Anna Brandt" })).toBeVisible();
  await confirmAct(page, "Remove Anna Brandt");
  await expect(page.getByText("You removed Anna Brandt.", { exact: true })).toBeVisible();
  // The button that opened the dialog is gone, so the focus cannot return to it.
  await expect(details).toBeFocused();

  const plain = (await openWithoutScripts(firm.owner)).page;
  await plain.goto(request.path);
  const shown = plain.getByRole("complementary", { name: "Details and activity" });
  await shown.locator("summary", { hasText: "Change contacts" }).click();
  await shown.getByRole("button", { name: "Add contacts" }).click();
  await expect(shown.getByText("Choose at least one contact.")).toBeVisible();
  const chips = shown.getByRole("checkbox", { name: "Ida Brandt" });
  await chips.first().check();
  await chips.last().check();
  await shown.getByRole("button", { name: "Add contacts" }).click();
  await shown.locator("summary", { hasText: "Change contacts" }).click();
  await expect(shown.locator("summary", { hasText: "Remove Ida Brandt" })).toHaveCount(2);
});

// S-8.20, S-8.24
test("staff cannot remove the last contact of a request, and must wait before a second reminder", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm({ timeZone: "Europe/London" });
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(request.path);
  await page.locator("summary", { hasText: "Change contacts" }).click();
  await confirmAct(page, "Remove Nadia Quill");
  await expect(
    page.getByText("No other contact of this request gets email. Add another contact first."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Contacts of Quill & Press" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Quill & Press" })).toBeVisible();
  await page.locator("summary", { hasText: "Edit Nadia Quill" }).click();
  await confirmAct(page, "Remove Nadia Quill");
  await expect(
    page.getByText("No other contact of this request gets email. Add another contact first."),
  ).toBeVisible();
  await page.getByRole("alert").getByRole("link", { name: "Book-keeping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Book-keeping" })).toBeVisible();

  // This page was open before the first reminder, so it still shows the Remind button.
  const plain = await openWithoutScripts(firm.owner);
  await plain.page.goto(request.path);
  await page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(page.getByText("Reminder on its way")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remind", exact: true })).toHaveCount(0);
  await expect(
    page.getByText(
      /^You can send another reminder (today|tomorrow|on \d+\s\w+\s\d{4}) at \d\d:\d\d \(Europe\/London\)\.$/,
    ),
  ).toBeVisible();
  await plain.page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(plain.page.getByRole("alert")).toHaveText(
    /You can try again (today|tomorrow|on \d+\s\w+\s\d{4}) at \d\d:\d\d\./,
  );
});

// S-2.25, S-8.20
test("once the client has sent everything, a request's page offers no reminder and says why", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    items: [
      { title: "Business activity", kind: "text" },
      { title: "Anything else?", kind: "text", required: false },
    ],
  });
  const { page } = firm.owner;
  await page.goto(request.path);
  await expect(page.getByText(/^Reminder /).first()).toBeVisible();
  await submitAnswer(firm.owner, itemOf(request, "Business activity"));
  await page.goto(request.path);
  const details = page.getByRole("complementary", { name: "Details and activity" });
  await expect(details.getByText("The client has sent everything that is needed.")).toBeVisible();
  await expect(page.getByText(/^Reminder /)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remind", exact: true })).toHaveCount(0);
  const menu = await openMenu(page);
  await expect(menu.getByRole("option", { name: /^Copy client link/ })).toBeVisible();
  await expect(menu.getByRole("option", { name: /^Remind / })).toHaveCount(0);
});

test("a request's page shows the sender, and counts accepted items only in sections with required items", async ({
  foundFirm,
}) => {
  const firm = await foundFirm({ owner: "Ines Novak" });
  const request = await sendRequest(firm, {
    items: [
      { title: "Bank statements", kind: "file" },
      { title: "Anything else?", kind: "text", required: false },
    ],
  });
  const { page } = firm.owner;
  await page.goto(request.path);
  const details = page.getByRole("complementary", { name: "Details and activity" });
  await expect(details.getByText(/\d{4} by Ines\sNovak$/)).toBeVisible();
  await expect(page.getByText(/^Reminder /)).toBeVisible();
  await expect(details.getByText("Reminders", { exact: true })).toHaveCount(0);
  const checklist = page.getByRole("region", { name: "Checklist" });
  await expect(checklist.getByRole("heading", { level: 3 })).toHaveText([
    /0 of 1 accepted$/,
    "Optional",
  ]);
});

test("on a tablet, the breadcrumb of a request cuts the client's name and shows “Requests” in full", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const client = await addClient(firm, {
    name: `Okafor Dental Practice of ${"Bristol, ".repeat(10)}Bath`,
  });
  const request = await sendRequest(firm, { client });
  const { page } = firm.owner;
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(request.path);
  const parts = page.getByRole("navigation", { name: "Breadcrumb" }).locator("a > span:last-child");
  await expect(parts).toHaveText(["Requests", client.name]);
  const areCut = await parts.evaluateAll((all) =>
    all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  expect(areCut).toEqual([false, true]);
});

// S-2.56
test("J marks the selected item and the selected file of a request with a background and a bar", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const file = { name: "May.pdf", mime: "application/pdf", bytes: makePdf("May") };
  await submitFile(firm.owner, itemOf(request, "Bank statements"), file);
  const { page } = firm.owner;
  for (const [tab, name] of [
    ["checklist", "Bank statements"],
    ["files", /^May\.pdf/],
  ] as const) {
    await page.goto(`${request.path}?tab=${tab}`);
    const link = page.getByRole("main").getByRole("link", { name, exact: true });
    await waitForReact(link);
    await page.keyboard.press("j");
    await expect(link).toBeFocused();
    const look = await link.evaluate((element) => {
      const row = element.closest("li") as HTMLElement;
      const probe = document.body.appendChild(document.createElement("p"));
      probe.style.background = "var(--color-accent-soft)";
      probe.style.boxShadow = "inset 3px 0 var(--color-accent)";
      const [own, expected] = [getComputedStyle(row), getComputedStyle(probe)];
      const marks = {
        ground: own.backgroundColor === expected.backgroundColor,
        bar: own.boxShadow === expected.boxShadow,
      };
      probe.remove();
      return marks;
    });
    expect(look).toEqual({ ground: true, bar: true });
  }
});

test("on a request's page, J selects an item, and keyboard focus shows tooltips with exact times and the names of icon buttons", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, ["First question"]);
  const { page } = firm.owner;
  const tipOf = (part: Locator) =>
    part.evaluate((element) => getComputedStyle(element, "::after").content);
  await page.goto(request.path);
  const checklist = page.getByRole("region", { name: "Checklist" });
  const row = checklist.getByRole("link", { name: "First question" });
  const time = checklist.getByRole("listitem").locator("time");
  await waitForReact(row);
  expect(await tipOf(time)).toBe("none");
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
  // The empty string after the slash is the tooltip's alternative text, which keeps the tooltip out
  // of accessible names.
  expect(await tipOf(time)).toBe(`${JSON.stringify(await time.getAttribute("title"))} / ""`);
  const menu = page.getByLabel("More actions");
  await menu.focus();
  expect(await tipOf(menu)).toBe('"More actions" / ""');
  const clients = page.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: "Clients",
    exact: true,
  });
  await clients.focus();
  expect(await tipOf(clients)).toBe("none");
  await page.setViewportSize({ width: 1_000, height: 720 });
  expect(await tipOf(clients)).toBe('"Clients" / ""');
  await expect(clients).toHaveAccessibleName("Clients");
  await page.setViewportSize({ width: 400, height: 720 });
  expect(await tipOf(clients)).toBe("none");
});
