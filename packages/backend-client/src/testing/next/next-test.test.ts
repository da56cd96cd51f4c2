import { revalidatePath } from "next/cache";
import { cookies, draftMode, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { after } from "next/server";
import { cache } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryBackend, type MemoryBackend } from "../index.js";
import { createNextTest, type NextVisitor } from "./next-test.js";

let memory: MemoryBackend;
let visitor: NextVisitor;

beforeEach(() => {
  memory = createMemoryBackend();
  visitor = createNextTest(memory);
});

describe("a page in the Next test kit", () => {
  it("receives the route parameters and the query, and the outcome contains its return value", async () => {
    const show = async (props: {
      params: Promise<{ org: string }>;
      searchParams: Promise<{ x?: string; y?: string[] }>;
    }) => ({ ...(await props.params), ...(await props.searchParams) });
    const options = { params: { org: "acme" } };
    expect(await visitor.page("/o/acme?x=1&y=2&y=3", show, options)).toEqual({
      kind: "value",
      value: { org: "acme", x: "1", y: ["2", "3"] },
    });
  });

  it("reports a redirect, a notFound() call or a thrown error in its outcome", async () => {
    const to = (run: () => unknown) => visitor.page("/", run);
    expect(await to(() => redirect("/a;b?c=1"))).toEqual({
      kind: "redirect",
      location: "/a;b?c=1",
    });
    expect(await to(() => notFound())).toEqual({ kind: "notFound" });
    const error = new Error("broken");
    expect(
      await to(() => {
        throw error;
      }),
    ).toEqual({ kind: "error", error });
  });

  it("reads the visitor's headers and cannot change headers or cookies", async () => {
    const seen = await visitor.page("/x", async () => {
      const list = await headers();
      return [list.get("host"), list === (await headers())];
    });
    expect(seen).toMatchObject({ value: ["app.test", true] });
    const changes: (() => Promise<unknown>)[] = [
      async () => (await cookies()).set("a", "1"),
      async () => (await cookies()).delete("a"),
      async () => ((await headers()) as Headers).set("a", "1"),
      async () => revalidatePath("/"),
    ];
    for (const run of changes) {
      expect((await visitor.page("/", run)).kind).toBe("error");
    }
  });

  it("can read draft mode but not enable it, while an action can do both", async () => {
    const read = async () => (await draftMode()).isEnabled;
    expect(await visitor.page("/", read)).toMatchObject({ value: false });
    const turn = async () => {
      (await draftMode()).enable();
      return read();
    };
    expect(await visitor.page("/", turn)).toMatchObject({ kind: "error" });
    expect(await visitor.action("/", turn)).toMatchObject({ value: true });
  });

  it("shares results of React's cache() only within one request", async () => {
    const run = vi.fn((name: string) => ({ name }));
    const cached = cache(run);
    const show = () => new Set([cached("a"), cached("a"), cached("b")]).size;
    expect(await visitor.page("/", show)).toMatchObject({ value: 2 });
    expect(await visitor.page("/", show)).toMatchObject({ value: 2 });
    expect(run).toHaveBeenCalledTimes(4);
  });
});

it("React's cache() stores a thrown error, and compares objects by identity", async () => {
  const run = vi.fn((key: object) => {
    throw new Error(`failed ${Object.keys(key)}`);
  });
  const cached = cache(run);
  const key = { a: 1 };
  await visitor.page("/", () => {
    for (const argument of [key, key, { a: 1 }]) {
      expect(() => cached(argument)).toThrow("failed a");
    }
  });
  expect(run).toHaveBeenCalledTimes(2);
  expect(() => cached(key)).toThrow("failed a");
  expect(() => cached(key)).toThrow("failed a");
  expect(run).toHaveBeenCalledTimes(4);
});

it("parallel pages of several visitors each read the headers of their own visitor", async () => {
  const visitors = ["a", "b", "c"].map((name) =>
    createNextTest(memory, { origin: `https://${name}.test` }),
  );
  const read = async () => {
    await new Promise(setImmediate);
    const list = await headers();
    return [list.get("host"), list.get("x-forwarded-for")];
  };
  const seen = await Promise.all(
    visitors.map(async (one) => {
      const outcome = await one.page("/", read);
      return outcome.kind === "value" ? outcome.value : outcome;
    }),
  );
  expect(seen).toEqual(["a", "b", "c"].map((name) => [`${name}.test`, expect.any(String)]));
  expect(new Set(seen.map(String)).size).toBe(3);
});

describe("an action in the Next test kit", () => {
  it("sets and removes cookies, even before a redirect", async () => {
    const set = await visitor.action("/form", async () => {
      (await cookies()).set("theme", "a b", { maxAge: 60, httpOnly: true });
      redirect("/done");
    });
    expect(set).toEqual({ kind: "redirect", location: "/done" });
    expect(set.cookies).toMatchObject([
      { name: "theme", value: "a b", maxAge: 60, httpOnly: true },
    ]);
    expect(set.headers.getSetCookie()).toHaveLength(1);
    expect(visitor.jar.header()).toBe("theme=a%20b");
    const removed = await visitor.action("/form", async () => {
      const store = await cookies();
      const before = store.get("theme")?.value;
      store.delete("theme");
      return before;
    });
    expect(removed).toEqual({ kind: "value", value: "a b" });
    expect(visitor.jar.header()).toBe("");
  });

  it("resolves after the work that it passed to after() has ended", async () => {
    const steps: string[] = [];
    await visitor.action("/", async () => {
      after(async () => {
        await Promise.resolve();
        steps.push("later");
      });
      steps.push("first");
    });
    expect(steps).toEqual(["first", "later"]);
  });

  it("has an outcome whose cookies are not enumerable, so that logs do not show them", async () => {
    const outcome = await visitor.action("/", async () => (await cookies()).set("a", "secret"));
    expect(Object.keys(outcome)).toEqual(["kind", "value"]);
    expect(outcome.cookies).toHaveLength(1);
  });
});
