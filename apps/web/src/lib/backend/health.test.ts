import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GET } from "@/app/api/health/route";
import { codeEmails } from "@/lib/codes/code-emails.server";

vi.mock("@/lib/backend/backend", () => ({
  backend: { url: "http://backend.example", anonKey: "anon" },
}));

function open(sweepAge: Response) {
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith("/get_sweep_age")) return sweepAge;
    if (pathname.startsWith("/storage")) return Response.json({ statusCode: "404" });
    return new Response(null, { status: 200 });
  });
}

beforeEach(() => codeEmails.clear());
afterEach(() => void vi.unstubAllGlobals());

const ask = async () => {
  const response = await GET();
  return { status: response.status, body: await response.json() };
};

// S-2.46
test.each([
  [0, "ok"],
  [300, "ok"],
  [301, "late"],
])(
  "the health check reports a sweep that finished %i seconds ago as %s, with status 200",
  async (age, sweep) => {
    open(Response.json(age));
    expect(await ask()).toMatchObject({
      status: 200,
      body: { ok: true, sweep, sweepAgeSeconds: age },
    });
  },
);

test("the health check reports the sweep as late if the database has never completed a sweep", async () => {
  open(Response.json(null));
  expect(await ask()).toMatchObject({
    status: 200,
    body: { ok: true, sweep: "late", sweepAgeSeconds: null },
  });
});

test("the health check does not report the sweep as late if the database returns an error", async () => {
  open(Response.json({ code: "PGRST202" }, { status: 404 }));
  expect((await ask()).body).toMatchObject({ sweep: "unknown", sweepAgeSeconds: null });
});

test("the health check reports the number of failed code emails, with status 200", async () => {
  open(Response.json(0));
  codeEmails.note("failed", Date.now());
  codeEmails.note("limited", Date.now());
  expect(await ask()).toMatchObject({
    status: 200,
    body: { ok: true, codeEmails: { failing: true, failed: 2, limited: true } },
  });
});
