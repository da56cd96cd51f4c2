import type { Page } from "@playwright/test";
import { queryAsOwner } from "../database";
import { createDraft } from "../fixtures/firms";
import type { Fixtures } from "../test";
import { waitForReact } from "./hydration";

export const saved = (tab: Page) => tab.getByText("Saved", { exact: true });

export const merged = (tab: Page) => tab.getByText("We saved both sets of changes.");

export const conflict = (tab: Page) => tab.getByRole("main").getByRole("alert");

export const field = (tab: Page, label: "Title" | "Message") =>
  label === "Title"
    ? tab.getByLabel("Title", { exact: true })
    : tab.getByLabel("Message (optional)");

export const itemTitle = (tab: Page, number: number) =>
  tab.getByRole("group", { name: `Item ${number}`, exact: true }).getByLabel("What do you need?");

export async function openTwice(foundFirm: Fixtures["foundFirm"]) {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    message: "By the fourth.",
    items: ["Alpha", "Beta", "Gamma"].map((title) => ({ title, kind: "text" })),
  });
  const { context, page } = firm.owner;
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(draft.path);
    await waitForReact(field(tab, "Title"));
  }
  const stored = async () => {
    const [row] = await queryAsOwner(
      `select r.title, r.message, r.status, array(
        select i.title from public.items i where i.request_id = r.id order by i.position
      ) as items
      from public.requests r where r.id = $1`,
      [draft.id],
    );
    return row;
  };
  return { owner: firm.owner, page, other, stored };
}

export async function holdSaves(tab: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await tab.route(tab.url(), async (route) => {
    await released;
    await route.fallback();
  });
  return resolve;
}

/** Moving the focus away saves the draft. */
export async function write(tab: Page, label: "Title" | "Message", text: string) {
  await field(tab, label).fill(text);
  await field(tab, label).blur();
}
