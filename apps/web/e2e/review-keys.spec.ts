import type { Locator } from "@playwright/test";
import { signUp } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import {
  addItem,
  answerOnBehalf,
  checklistRow,
  createFirm,
  startRequestForNewClient,
} from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// R and M choose a decision, and no key that follows accepts the item.
test.describe.configure({ mode: "serial" });

const LAYOUTS = [
  { title: "First question", width: 1440, height: 900 },
  { title: "Second question", width: 768, height: 1024 },
  { title: "Third question", width: 320, height: 640 },
];
const TITLES = [...LAYOUTS.map(({ title }) => title), "Fourth question", "Fifth question"];

let ada: Person;
let requestPath: string;

const button = (name: string) => ada.page.getByRole("button", { name, exact: true });
const note = () => ada.page.getByRole("form", { name: "Decision" }).getByRole("textbox");

/** The decision buttons in the order in which Tab reaches them. */
const buttons = (): Locator => ada.page.getByRole("form", { name: "Decision" }).getByRole("button");

async function openReview(title: string): Promise<void> {
  const { page } = ada;
  await page.goto(requestPath);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await waitForReact(note());
}

test.beforeAll(async ({ browser }) => {
  ada = await openPerson(browser, "Ada Brandt");
  await signUp(ada, "ada@keys.example", "correct horse battery staple");
  await createFirm(ada, "Brandt Keys", "brandt-keys");
  await startRequestForNewClient(ada, {
    name: "Keys Ltd",
    contact: "Ivo Reed",
    email: "ivo@keys.example",
  });
  const { page } = ada;
  await page.getByLabel("Title", { exact: true }).fill("Five questions");
  for (const [index, title] of TITLES.entries()) {
    await addItem(ada, { button: "Add text answer", number: index + 1, title });
  }
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  requestPath = new URL(page.url()).pathname;
  for (const title of TITLES) {
    await page.goto(requestPath);
    await answerOnBehalf(ada, title, `Answer to the ${title.toLowerCase()}.`);
  }
});

test.afterEach(() => {
  expect(ada.problems.splice(0)).toEqual([]);
});

test.afterAll(async () => {
  await ada.context.close();
});

test("a key works as soon as the item is on the screen", async () => {
  const { page } = ada;
  const title = "Fourth question";
  await page.goto(requestPath);
  const link = page.getByRole("link", { name: title, exact: true });
  await waitForReact(link);
  // The page presses the key in the task that shows the heading, faster than any user.
  await page.evaluate((name) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("h1")?.textContent !== name) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "w", bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, title);
  await link.click();
  const reason = page.getByRole("form", { name: "No longer needed" }).getByLabel("Reason");
  await expect(reason).toBeFocused();
});

for (const { title, ...viewport } of LAYOUTS) {
  test(`R, a note, Tab and Enter return the item at ${viewport.width} px`, async () => {
    const { page } = ada;
    await page.setViewportSize(viewport);
    await openReview(title);
    await page.keyboard.press("r");
    await expect(note()).toBeFocused();
    await page.keyboard.type("Still blurred, again please.");
    await page.keyboard.press("Tab");
    await expect(button("Return")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(0);
    await page.goto(requestPath);
    await expect(checklistRow(ada, title)).toContainText("Returned");
  });
}

// S-2.59
test("Ctrl+Enter asks for more in the mode that M sets, and Enter adds a line", async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview("Fourth question");
  // Without a mode the note belongs to accepting, and no key in the note submits it.
  await expect(buttons()).toHaveText(["Accept", "Return", "Accept and ask for more"]);
  await expect(note()).toHaveAccessibleName("Note to the client (optional)");
  await note().press("Control+Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await expect(note()).toBeFocused();
  await expect(note()).toHaveAccessibleName("Note to the client");
  await expect(buttons()).toHaveText(["Accept and ask for more", "Accept", "Return"]);
  await page.keyboard.type("The second page");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and the third.");
  await expect(note()).toHaveValue("The second page\nand the third.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Fifth question" })).toBeVisible();
  await expect(buttons()).toHaveText(["Accept", "Return", "Accept and ask for more"]);
  await page.goto(requestPath);
  await expect(checklistRow(ada, "Fourth question")).toContainText("Accepted, more needed");
});

// S-2.59
test("R and M switch the mode, and Escape and A leave it without deciding", async () => {
  const { page } = ada;
  await openReview("Fifth question");
  await page.keyboard.press("r");
  await page.keyboard.type("Please sign it.");
  await note().blur();
  await page.keyboard.press("m");
  await expect(buttons().first()).toHaveText("Accept and ask for more");
  await note().blur();
  await page.keyboard.press("r");
  await expect(buttons().first()).toHaveText("Return");
  await expect(note()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(note()).not.toBeFocused();
  await expect(buttons().first()).toHaveText("Accept");
  await page.keyboard.press("r");
  await note().blur();
  await page.keyboard.press("a");
  await expect(buttons().first()).toHaveText("Accept");
  await expect(note()).toHaveValue("Please sign it.");
  await page.keyboard.press("Escape");
  await expect(checklistRow(ada, "Fifth question")).toContainText("To review");
});

// S-2.59
test("a return without a note stays a return when the note is added", async () => {
  const { page } = ada;
  await openReview("Fifth question");
  await note().fill("");
  await button("Return").click();
  await expect(note()).toBeFocused();
  await expect(note()).toHaveAccessibleDescription(/Say what is missing/);
  await page.keyboard.type("Please sign it.");
  await page.keyboard.press("Tab");
  await expect(button("Return")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(checklistRow(ada, "Fifth question")).toContainText("Returned");
});

// S-2.59
test("without scripts all three decisions work and a return without a note stays a return", async ({
  browser,
}) => {
  await ada.page.getByRole("link", { name: "Fifth question", exact: true }).click();
  await button("Undo decision").click();
  await expect(button("Accept")).toBeVisible();
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await ada.context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto(ada.page.url());
  const form = page.getByRole("form", { name: "Decision" });
  await expect(form.getByRole("button")).toHaveText([
    "Accept",
    "Return",
    "Accept and ask for more",
  ]);
  await form.getByRole("button", { name: "Return", exact: true }).click();
  await expect(page.getByText(/Say what is missing/)).toBeVisible();
  await expect(form.getByRole("button")).toHaveText([
    "Return",
    "Accept",
    "Accept and ask for more",
  ]);
  await form.getByRole("textbox").fill("Please sign it.");
  await form.getByRole("button", { name: "Accept and ask for more" }).click();
  await expect(checklistRow({ ...ada, page }, "Fifth question")).toContainText(
    "Accepted, more needed",
  );
  await plain.close();
});
