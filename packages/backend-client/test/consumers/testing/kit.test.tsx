import { createMemoryBackend } from "@dossier/backend-client/testing";
import { createNextTest } from "@dossier/backend-client/testing/next";
import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { forbidden, notFound } from "next/navigation";
import { NextResponse } from "next/server";
import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { renderToReadableStream } from "react-dom/server.browser";
import { expect, test } from "vitest";
import { calls, readEmail, readHost, readTheme, readTitle } from "@/guarded";
import { handlers, page, proxy, requireSession } from "@/lib/backend.server";

const memory = createMemoryBackend();
const olivia = memory.auth.createUser({ email: "olivia@example.org" });

async function Name() {
  return <b>{await readEmail()}</b>;
}

function Counter() {
  const [count] = useState(1);
  return <i>{count}</i>;
}

const Home = page("/o/[org]", async ({ session, params }) => (
  <p>
    {params.org} {session.claims.email} <Name /> <Counter /> {await readEmail()}
  </p>
));

test("server components run a function in React's `cache` once per request", async () => {
  const visitor = createNextTest(memory);
  await visitor.signIn({ user: olivia });
  calls.count = 0;
  const outcome = await visitor.page(
    "/o/acme",
    async (props: { params: Promise<{ org: string }> }) =>
      new Response(await renderToReadableStream(await Home(props))).text(),
    { params: { org: "acme" } },
  );
  expect(outcome).toMatchObject({ kind: "value" });
  if (outcome.kind !== "value") throw new Error("no value");
  const text = outcome.value.replaceAll("<!-- -->", "");
  expect(text).toContain("<b>olivia@example.org</b>");
  expect(text).toContain("<i>1</i>");
  expect(calls.count).toBe(1);
  const simple = await visitor.page("/", () => <Counter />);
  expect(simple.kind === "value" && renderToStaticMarkup(simple.value)).toBe("<i>1</i>");
});

test("parallel visitors each read their own session and headers", async () => {
  const visitors = ["a", "b", "c"].map((email) => ({
    email: `${email}@example.org`,
    visitor: createNextTest(memory, { origin: `https://${email}.test` }),
  }));
  const seen = await Promise.all(
    visitors.map(async ({ email, visitor }) => {
      await visitor.signIn({ user: memory.auth.createUser({ email }) });
      const outcome = await visitor.page("/", async () => [await readEmail(), await readHost()]);
      return outcome.kind === "value" ? outcome.value : outcome;
    }),
  );
  expect(seen).toEqual(visitors.map(({ email }) => [email, `${email[0]}.test`]));
});

test("the proxy, the handlers, routes and pages share the visitor's cookies", async () => {
  const visitor = createNextTest(memory);
  const away = await visitor.request("/o/acme", proxy);
  expect([away.status, away.headers.get("location")]).toEqual([
    307,
    "https://app.test/sign-in?next=%2Fo%2Facme",
  ]);
  await visitor.signIn();
  memory.clock.skip(3_700_000);
  const passed = await visitor.request("/o/acme", proxy);
  expect(passed.headers.get("x-middleware-next")).toBe("1");
  expect(passed).toBeInstanceOf(Response);
  const session = await visitor.request("/auth/session", handlers.GET);
  expect(await session.json()).toMatchObject({ status: "authenticated" });
  const set = await visitor.request("/api/theme", async () => {
    (await cookies()).set("theme", "dark");
    return NextResponse.json({ ok: true });
  });
  expect(set.headers.getSetCookie()).toEqual(["theme=dark; Path=/"]);
  expect(await visitor.page("/", readTheme)).toMatchObject({ value: "dark" });
});

test("an action may revalidate a path, but a page may not; a page may call notFound, forbidden and a cached function", async () => {
  const visitor = createNextTest(memory);
  expect(await visitor.action("/", async () => revalidatePath("/"))).toMatchObject({
    kind: "value",
  });
  expect(await visitor.page("/", async () => revalidatePath("/"))).toMatchObject({ kind: "error" });
  expect(await visitor.page("/", () => notFound())).toEqual({ kind: "notFound" });
  expect(await visitor.page("/", () => forbidden())).toMatchObject({
    error: { digest: "NEXT_HTTP_ERROR_FALLBACK;403" },
  });
  expect(await visitor.page("/", readTitle)).toMatchObject({ value: "Requests" });
});

test("requireSession throws outside a request", async () => {
  await expect(requireSession()).rejects.toThrow("was called outside a request");
});
