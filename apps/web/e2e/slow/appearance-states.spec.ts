import type { Page } from "@playwright/test";
import { findOverflow } from "../appearance/measures";
import { findLostInForcedColors, findMotion } from "../appearance/media";
import {
  expectFineHere,
  findOverflowBetween,
  findProblems,
  open,
  type Viewer,
} from "../appearance/viewer";
import { createAccount } from "../fixtures/accounts";
import { itemOf, submitAnswer } from "../fixtures/answers";
import { addClient, sendRequest } from "../fixtures/firms";
import { unique, uniqueEmail } from "../fixtures/names";
import { addFactor } from "../pages/account-pages";
import { signUp } from "../pages/auth-pages";
import { backdateConfirmation } from "../pages/backdate-confirmation";
import { waitForReact } from "../pages/hydration";
import { createFirm } from "../pages/staff-pages";
import { expect, test } from "../test";

const FIRM = "/o/harbour-lane";
const PASSWORD = "correct horse battery staple";

async function expectFine(viewer: Viewer, reach: (page: Page) => Promise<void>): Promise<void> {
  const found = await Promise.all(
    [viewer.wide, viewer.phone].map(async (page) => {
      await reach(page);
      return findProblems(page);
    }),
  );
  expect.soft(found.flat()).toEqual([]);
}

async function openDialog(page: Page, name: string): Promise<void> {
  const opener = page.locator("summary", { hasText: name }).filter({ visible: true });
  await waitForReact(opener);
  await opener.click();
}

async function openFromMenu(page: Page, name: string): Promise<void> {
  const menu = page.locator("summary[aria-label='More actions']");
  await waitForReact(menu);
  await menu.click();
  await page.getByRole("button", { name }).click();
}

// S-2.49
test("the pages for an emailed code, a first password and a QR code pass the appearance checks", async ({
  open: openPerson,
}) => {
  const vera = await openPerson("Vera Lund");
  await signUp(vera, uniqueEmail("vera", "appearance.example"), PASSWORD, expectFineHere);
  await createFirm(vera, "Lund Empty", unique("lund"));
  await vera.page.goto("/account/security");
  await addFactor(vera, "Phone", expectFineHere);
  await openDialog(vera.page, "Remove Phone");
  await expect(vera.page.getByRole("dialog", { name: "Remove authenticator app" })).toBeVisible();
  await expectFineHere(vera.page);
});

// S-2.48, S-2.63
test("the dialogs for commands and keyboard shortcuts pass the appearance checks", async ({
  cast,
}) => {
  const owner = await cast.viewer("owner");
  await expectFine(owner, async (page) => {
    await open(page, FIRM);
    await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Command menu" });
    await dialog.getByRole("combobox").fill("a");
    await expect(dialog.getByRole("group", { name: "Clients" })).toBeVisible();
  });
  for (const page of [owner.wide, owner.phone]) {
    expect(await findMotion(page)).toEqual([]);
    expect(await findLostInForcedColors(page)).toEqual([]);
  }
  await expectFine(owner, async (page) => {
    const dialog = page.getByRole("dialog", { name: "Command menu" });
    await dialog.getByRole("combobox").fill("zzzz");
    await expect(dialog.getByText("No matches for “zzzz”.")).toBeVisible();
  });
  await expectFine(owner, async (page) => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  });
});

// S-2.48
test("the dialogs of a request and of a client pass the appearance checks", async ({ cast }) => {
  const owner = await cast.viewer("owner");
  const { request, complete, draft, client } = await cast.demo();
  const dialogs: [name: string, path: string, reach: (page: Page) => Promise<void>][] = [
    ...["Complete request early", "Cancel request"].map((name): (typeof dialogs)[number] => [
      name,
      `requests/${request}`,
      (page) => openFromMenu(page, name),
    ]),
    ["Reopen request", `requests/${complete}`, (page) => openFromMenu(page, "Reopen request")],
    [
      "Remove Ada Okafor",
      `requests/${request}`,
      async (page) => {
        await page.locator("summary", { hasText: "Change contacts" }).click();
        await openDialog(page, "Remove Ada Okafor");
      },
    ],
    [
      "Remove “Staff changes”",
      `requests/${request}/edit`,
      async (page) => {
        await page.locator("summary[aria-label='Actions for Staff changes']").click();
        await page.getByLabel("Remove: Staff changes").click();
      },
    ],
    ["Delete draft", `requests/${draft}`, (page) => openDialog(page, "Delete draft")],
    ["Edit client", `clients/${client}`, (page) => openFromMenu(page, "Edit client")],
    [
      "Remove Ada Okafor",
      `clients/${client}`,
      async (page) => {
        await page.locator("summary[title='Edit Ada Okafor']").click();
        await openDialog(page, "Remove Ada Okafor");
      },
    ],
  ];
  for (const [name, path, reach] of dialogs) {
    await expectFine(owner, async (page) => {
      await open(page, `${FIRM}/${path}`);
      await reach(page);
      await expect(page.getByRole("dialog", { name })).toBeVisible();
    });
  }
});

// S-2.48
test("the dialogs of the settings, and the dialog to leave a firm, pass the appearance checks", async ({
  cast,
}) => {
  const owner = await cast.viewer("owner");
  const managed = (row: string, name: string) => async (page: Page) => {
    await page.getByLabel(`Manage ${row}`).click();
    await openDialog(page, name);
  };
  const dialogs: [name: string, path: string, reach: (page: Page) => Promise<void>][] = [
    ["Delete firm", "general", (page) => openDialog(page, "Delete firm")],
    ["Suspend Mia Chen", "team", managed("Mia Chen", "Suspend access")],
    ["Remove Mia Chen", "team", managed("Mia Chen", "Remove from the firm")],
    ["Revoke invitation", "team", managed("leo@harbour.example", "Revoke invitation")],
  ];
  for (const [name, path, reach] of dialogs) {
    await expectFine(owner, async (page) => {
      await open(page, `${FIRM}/settings/${path}`);
      await reach(page);
      await expect(page.getByRole("dialog", { name })).toBeVisible();
    });
  }
  const member = await cast.viewer("member");
  await expectFine(member, async (page) => {
    await open(page, "/o");
    await page.locator("summary", { hasText: "Leave a firm" }).click();
    await openDialog(page, "Leave Harbour & Lane");
    await expect(page.getByRole("dialog", { name: "Leave Harbour & Lane" })).toBeVisible();
  });
});

test("the dialog that asks for a second factor passes the appearance checks", async ({ join }) => {
  const vera = await join("Vera Lund");
  const { page, email } = vera;
  await page.goto("/account/security");
  await addFactor(vera, "Phone");
  await expect(page.getByText("Remove Phone")).toBeVisible();
  await backdateConfirmation(vera, { email, method: "totp", by: "20 minutes" });
  await page.getByLabel("New password").fill("another horse with other batteries");
  await page.getByRole("button", { name: "Save password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Code from your app").fill("000000");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(
    dialog.getByText("That code didn’t work. Enter the code that your app shows now."),
  ).toBeVisible();
  await expectFineHere(page);
});

test("a decision with a missing note, and the Undo message, pass the appearance checks", async ({
  foundFirm,
  view,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  const item = itemOf(request, "Your trade");
  await submitAnswer(firm.owner, item);
  const review = `${request.path}/review/${item}`;
  const viewer = await view(firm.owner);
  await expectFine(viewer, async (page) => {
    await open(page, review);
    await page.getByRole("button", { name: "Return", exact: true }).click();
    await page.getByRole("button", { name: "Return", exact: true }).click();
    await expect(page.getByLabel("Note to the client")).toBeFocused();
    await expect(page.getByText(/Write at least 3 characters/)).toBeVisible();
  });
  const { wide } = viewer;
  await open(wide, review);
  await wide.getByRole("button", { name: "Accept", exact: true }).click();
  const undo = wide.getByRole("button", { name: "Undo", exact: true }).first();
  await expect(undo).toBeVisible();
  const size = wide.viewportSize();
  await wide.setViewportSize({ width: 320, height: 568 });
  const links = wide.getByRole("navigation", { name: "Main" }).getByRole("list");
  const [message, bar] = await Promise.all([undo.boundingBox(), links.boundingBox()]);
  expect((message?.y ?? 568) + (message?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  if (size) await wide.setViewportSize(size);
  await expectFineHere(wide);
});

// S-2.48, S-2.62
test("forms with errors pass the appearance checks", async ({ cast, open: openPerson, view }) => {
  const owner = await view(await cast.person("owner"));
  const { email } = await createAccount("Vera Lund", uniqueEmail("vera", "appearance.example"));
  const guest = await view(await openPerson("A guest"));
  const mistakes: [string, (page: Page) => Promise<void>][] = [
    [
      `${FIRM}/clients/new`,
      (page) => page.getByRole("main").getByRole("button", { name: "Add client" }).click(),
    ],
    [
      `${FIRM}/templates/new`,
      async (page) => {
        await page.getByRole("button", { name: "Add item" }).click();
        await page.getByRole("radio", { name: "Choice" }).check();
        await page.getByRole("button", { name: "Save", exact: true }).click();
      },
    ],
    [
      `${FIRM}/settings/reminders`,
      async (page) => {
        await page.getByRole("main").getByRole("textbox").first().fill("400");
        await page.getByRole("button", { name: "Save", exact: true }).click();
      },
    ],
    [
      `${FIRM}/settings/team`,
      async (page) => {
        await page.getByRole("main").getByRole("textbox").first().fill("mia@harbour.example");
        await page.getByRole("main").getByRole("button", { name: "Invite" }).click();
      },
    ],
  ];
  for (const [path, submit] of mistakes) {
    await expectFine(owner, async (page) => {
      await open(page, path);
      await submit(page);
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    });
  }
  await expectFine(guest, async (page) => {
    await open(page, "/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password").fill("not her password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  });
  const { wide } = guest;
  await wide.getByLabel("Email", { exact: true }).fill(email);
  await wide.getByRole("button", { name: "Send me a code" }).click();
  await wide.getByLabel("Code").fill("00000000");
  await wide.getByRole("button", { name: "Confirm" }).click();
  await expect(wide.getByText("That code is wrong or has expired.")).toBeVisible();
  await expectFineHere(wide);
});

test("an import with errors passes the appearance checks", async ({ cast }) => {
  const owner = await cast.viewer("owner");
  await expectFine(owner, async (page) => {
    await open(page, `${FIRM}/clients/import`);
    await page.getByLabel("CSV file").setInputFiles({
      name: "clients.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name,contact_name,contact_email\nB,Nobody,not an address\n"),
    });
    await page
      .getByRole("main")
      .getByRole("button", { name: "Import clients", exact: true })
      .click();
    await expect(page.getByText(/^Row 2, contact email:/)).toBeVisible();
  });
});

// S-2.48
test("pages with expanded sections or an open menu pass the appearance checks", async ({
  cast,
}) => {
  const owner = await cast.viewer("owner");
  const { request, draft, client } = await cast.demo();
  for (const path of [
    `${FIRM}/requests/${request}`,
    `${FIRM}/requests/${request}/edit`,
    `${FIRM}/requests/${draft}`,
    `${FIRM}/clients/${client}`,
    `${FIRM}/settings/general`,
    `${FIRM}/settings/team`,
    "/o",
  ]) {
    await expectFine(owner, async (page) => {
      await open(page, path);
      const folded = page.locator("details");
      await expect(folded.first()).toBeAttached();
      await folded.evaluateAll((all) => {
        // Close every menu, because open menus cover part of the page.
        for (const each of all)
          if (each instanceof HTMLDetailsElement)
            each.open = !each.closest("header") && each.name !== "item-menu";
      });
    });
  }
  await expectFine(owner, async (page) => {
    await open(page, `${FIRM}/requests/${request}/edit`);
    await page.locator("summary[aria-label^='Actions for']").last().click();
    await expect(page.getByRole("button", { name: /^Move up/ }).last()).toBeVisible();
  });
  await expectFine(owner, async (page) => {
    await open(page, "/account");
    await page.locator("summary[aria-label^='Account']").click();
    await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
  });
});

test("a title or name of one long word does not make a page scroll sideways", async ({
  enter,
  foundFirm,
  view,
}) => {
  const word = "Donaudampfschifffahrtsgesellschaft".repeat(3);
  // The longest title that the database accepts is 120 characters.
  const title = word.padEnd(120, "n").slice(0, 120);
  const firm = await foundFirm();
  const client = await addClient(firm, { name: title });
  const items = [{ title, section: word.slice(0, 60), kind: "text" }];
  const request = await sendRequest(firm, { client, title, items });
  const item = itemOf(request, title);
  await submitAnswer(firm.owner, item);
  const staff = await view(firm.owner);
  const contact = await view(await enter(request));
  const found: string[] = [];
  const check = async (viewer: Viewer, path: string) => {
    const shown = await Promise.all(
      [viewer.wide, viewer.phone].map(async (page) => {
        await open(page, path);
        await expect(page.getByText(title).first()).toBeAttached();
        const between = page === viewer.wide ? await findOverflowBetween(page) : [];
        return [...(await findOverflow(page)), ...between];
      }),
    );
    found.push(...shown.flat().map((problem) => `${path}: ${problem}`));
  };
  for (const path of [`${request.link}/items`, `${request.link}/items/${item}`]) {
    await check(contact, path);
  }
  for (const path of [
    firm.path,
    `${firm.path}/requests`,
    request.path,
    `${request.path}/edit`,
    `${request.path}/review/${item}`,
    `${firm.path}/clients`,
    `${firm.path}/clients/${client.id}`,
  ]) {
    await check(staff, path);
  }
  expect(found).toEqual([]);
});
