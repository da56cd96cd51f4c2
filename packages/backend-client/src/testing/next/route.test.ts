import { cookies, headers } from "next/headers";
import { forbidden, notFound, permanentRedirect, redirect } from "next/navigation";
import { after, NextResponse } from "next/server";
import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryBackend } from "../index.js";
import { createNextTest, type NextVisitor } from "./next-test.js";

let visitor: NextVisitor;

beforeEach(() => {
  visitor = createNextTest(createMemoryBackend());
});

const setTheme = async () => (await cookies()).set("theme", "dark");

it("visitor.request passes query, form and params to the route, with the headers of a same-origin request", async () => {
  const init = { method: "POST", body: new URLSearchParams({ a: "1" }), params: { id: "7" } };
  const response = await visitor.request(
    "/api/7?x=1",
    async (request, { params }: { params: Promise<{ id: string }> }) => {
      const form = await request.formData();
      const sent = await headers();
      return Response.json({
        query: request.nextUrl.search,
        form: form.get("a"),
        id: (await params).id,
        origin: sent.get("origin"),
        site: sent.get("sec-fetch-site"),
        protocol: sent.get("x-forwarded-proto"),
      });
    },
    init,
  );
  expect(await response.json()).toEqual({
    ...{ query: "?x=1", form: "1", id: "7" },
    ...{ origin: "https://app.test", site: "same-origin", protocol: "https" },
  });
});

it("visitor.request sends no Origin with GET or HEAD, and omits an empty header", async () => {
  const read = async () => Response.json([...(await headers()).keys()]);
  const first = await visitor.request("/", read, { method: "HEAD" });
  expect(await first.json()).not.toContain("origin");
  const options = { headers: { "sec-fetch-site": "", "x-own": "1" } };
  const names = await (await visitor.request("/", read, options)).json();
  expect(names).not.toContain("sec-fetch-site");
  expect(names).toContain("x-own");
});

it("visitor.request adds the cookies that the route sets with cookies(), unless the response sets the same cookie", async () => {
  const response = await visitor.request("/", async () => {
    await setTheme();
    (await cookies()).set("lang", "de");
    const answer = NextResponse.json({ ok: true }, { status: 201 });
    answer.cookies.set("theme", "light");
    return answer;
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ ok: true });
  expect(response.headers.getSetCookie().sort()).toEqual([
    "lang=de; Path=/",
    "theme=light; Path=/",
  ]);
  expect(response.headers.has("x-middleware-set-cookie")).toBe(false);
  expect(visitor.jar.header()).toBe("theme=light; lang=de");
});

it.each([
  [307, redirect],
  [308, permanentRedirect],
] as const)(
  "visitor.request turns a redirect into a response with status %i and the route's cookies",
  async (status, go) => {
    const response = await visitor.request("/", async () => {
      await setTheme();
      return go("/next?a=1;2");
    });
    expect([response.status, response.headers.get("location")]).toEqual([status, "/next?a=1;2"]);
    expect(visitor.jar.header()).toBe("theme=dark");
  },
);

it.each([
  [404, "notFound", notFound],
  [403, "forbidden", forbidden],
] as const)(
  "visitor.request responds with status %i and no cookies when the route calls %s()",
  async (status, _name, refuse) => {
    const response = await visitor.request("/", async () => {
      await setTheme();
      return refuse();
    });
    expect(response.status).toBe(status);
    expect(visitor.jar.header()).toBe("");
  },
);

it("visitor.request throws the error that the route throws", async () => {
  const broken = new Error("broken");
  const fail = () => {
    throw broken;
  };
  await expect(visitor.request("/", fail)).rejects.toBe(broken);
});

it("visitor.request runs the work of after(), and logs its errors as Next does", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const seen: unknown[] = [];
  const broken = new Error("broken");
  await visitor.request("/", async () => {
    after(() => {
      throw broken;
    });
    after(async () => {
      seen.push((await headers()).get("host"));
      after(() => seen.push("nested"));
    });
    after(Promise.resolve());
    return new Response();
  });
  expect(seen).toEqual(["app.test", "nested"]);
  expect(logged).toHaveBeenCalledExactlyOnceWith(broken);
  logged.mockRestore();
});
