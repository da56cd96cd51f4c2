import { type OwnStack, startOwnStack } from "../own-stack";
import { signIn } from "../pages/auth-pages";
import { forgetOutage, stopSessions, UNAVAILABLE } from "../pages/outage";
import type { Demo } from "../routes/demo";
import { ROUTES, type RouteCase } from "../routes/table";
import { expect, test } from "../test";

const MEMBER = "mia@harbour.example";
const PASSWORD = "dossier-demo";
const TOKEN_SECONDS = 8;

let stack: OwnStack;

test.beforeAll(async () => {
  stack = await startOwnStack({ auth: { jwt_expiry: TOKEN_SECONDS } });
});

test.afterAll(async () => {
  await stack?.stop();
});

/** No row has this id, but the server checks the session before it reads the row. */
const anyId = new Proxy({} as Demo, { get: () => "de300000-0000-4000-8000-000000000001" });

function wordsOf({ file, gets }: RouteCase): string | null {
  if (/\/(search|counts)\/route\.ts$/.test(file)) return null;
  if (file.startsWith("files/")) return "This file can’t be loaded right now.";
  const isForUsers = gets.visitor.kind === "sign-in" || /\/r\/(\(list\)|.*items)/.test(file);
  return isForUsers ? UNAVAILABLE : null;
}

// S-2.6
test("during an outage of the auth service, pages report the outage and none returns status 500", async ({
  open,
}) => {
  const mia = await open("Mia Chen", { baseURL: stack.webUrl });
  await signIn(mia, MEMBER, PASSWORD);
  const { page } = mia;
  const heal = await stopSessions(stack, page);
  const failed: string[] = [];
  for (const route of ROUTES) {
    if (/^(api|auth)\//.test(route.file)) continue;
    const answer = await page.request.get(route.path(anyId), {
      headers: { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" },
    });
    const words = wordsOf(route);
    const isSaid = words === null || (await answer.text()).includes(words);
    if (answer.status() === 500 || !isSaid) failed.push(`${route.file} ${answer.status()}`);
  }
  expect(failed).toEqual([]);
  heal();
  forgetOutage(mia);
});
