import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { queryAsOwner } from "../database";
import { sendAnswered } from "../fixtures/answers";
import type { Firm } from "../fixtures/firms";

export const id = randomUUID();
export const inURL = encodeURIComponent;

export const BROKEN_KEYS = [
  "after=x",
  "after=x&id=x",
  `after=x&id=${id}`,
  `before=x&id=${id}`,
  `after=2026-02-31&id=${id}`,
  `after=${inURL("late x")}&id=${id}`,
  `after=${inURL("due 2026-02-31T09:05:00.123456Z")}&id=${id}`,
  `after=2026-02-31T09:05:00.123456Z&id=${id}`,
  `after=%00&id=${id}`,
  `id=${id}`,
];

type List = { path: string; shows: string };

export async function fillLists(firm: Firm): Promise<List[]> {
  const request = await sendAnswered(firm, ["Your trade"], "Trade check");
  const [client] = await queryAsOwner<{ id: string }>(
    "select client_id as id from public.requests where id = $1",
    [request.id],
  );
  return [
    { path: firm.path, shows: "Your trade" },
    { path: `${firm.path}/requests`, shows: "Trade check" },
    { path: `${firm.path}/requests?status=all`, shows: "Trade check" },
    { path: `${firm.path}/clients`, shows: "Trade check" },
    { path: `${firm.path}/clients/${client?.id}`, shows: "Trade check" },
    { path: `${request.path}?tab=record`, shows: "sent the request" },
    { path: `${firm.path}/settings/audit`, shows: "sent the request" },
  ];
}

export async function expectPage(page: Page, { path, shows }: List, key: string): Promise<void> {
  const address = `${path}${path.includes("?") ? "&" : "?"}${key}`;
  await test.step(address, async () => {
    const answer = await page.request.get(address);
    expect(answer.status()).toBe(200);
    // The page keys of the client list contain a client's name. A forged name may sort after every
    // client.
    const isPastEnd = path.endsWith("/clients") && /^(after|before)=.+&id=.{36}$/.test(key);
    const text = isPastEnd ? `${shows}|Nothing more in this list` : shows;
    expect(await answer.text()).toMatch(new RegExp(text));
  });
}
