import { existsSync, readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Faults, KEY, openDoctorScene, type Scene } from "./support/doctor-scene.js";
import { createSelfSigned } from "./support/self-signed.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const certificate = createSelfSigned("localhost");
const before = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...before, certificate.cert]));
afterAll(() => setDefaultCACertificates(before));

const open: Scene[] = [];
afterEach(async () => {
  const scenes = open.splice(0);
  for (const scene of scenes) await scene.close();
  // Doctor must never print a key, whatever fault it finds.
  expect(scenes.map((scene) => scene.printed()).join()).not.toContain("never_printed");
});

async function openScene(faults: Faults = {}): Promise<Scene> {
  const scene = await openDoctorScene(faults, certificate);
  open.push(scene);
  return scene;
}

async function examine(faults: Faults = {}) {
  const scene = await openScene(faults);
  return scene.check("--url", scene.url, "--guards", "app");
}

const statuses = (checks: Awaited<ReturnType<typeof examine>>) =>
  Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, status]));

const HEALTHY = {
  variables: "ok",
  secrets: "ok",
  project: "ok",
  keys: "ok",
  clock: "ok",
  versions: "ok",
  matcher: "ok",
  protect: "ok",
  address: "ok",
  migrate: "ok",
  handlers: "ok",
  cookies: "ok",
  policy: "ok",
  guards: "ok",
};

it("doctor finds no problem in a healthy app, and exits with 0", async () => {
  expect(statuses(await examine())).toEqual(HEALTHY);
  const scene = await openScene();
  expect((await scene.run("doctor", "--url", scene.url)).code).toBe(0);
});

const SERVER = "lib/backend.server.ts";
const serverWith = (options: string) => `
  import { createNextBackend } from "@dossier/backend-client/next";
  export const { proxy, handlers, page, action, requireSession } = createNextBackend(backend, ${options});`;
const matcherWith = (entries: string) =>
  `export { proxy } from "./lib/backend.server";\nexport const config = { matcher: ${entries} };`;
const manifest = (version: string) => JSON.stringify({ name: "next", version });

interface Broken {
  title: string;
  faults: Faults;
  expected: Record<string, string>;
  found: string;
}

const BROKEN: Broken[] = [
  {
    title: "a missing key",
    faults: {
      files: { ".env.local": "NEXT_PUBLIC_SUPABASE_URL=https://x.supabase.co\nSUPABASE_KEYS=a\n" },
    },
    expected: { variables: "fail", project: "none", keys: "none", clock: "none", policy: "none" },
    found: "Not read: SUPABASE_KEYS (.env.local).",
  },
  {
    title: "a secret key in a public variable",
    faults: { variables: { NEXT_PUBLIC_SERVICE: "sb_secret_never_printed" } },
    expected: { secrets: "fail" },
    found: "NEXT_PUBLIC_SERVICE (the environment) has a secret",
  },
  {
    title: "a loopback project URL in production",
    faults: { variables: { NODE_ENV: "production" } },
    expected: { variables: "fail" },
    found: "NEXT_PUBLIC_SUPABASE_URL (.env.local) names this machine",
  },
  {
    title: "a project that refuses the key",
    faults: { service: { status: 401 } },
    expected: { project: "fail", keys: "none" },
    found: "refuses the publishable key (status 401)",
  },
  {
    title: "an address without a Supabase project",
    faults: { service: { status: 200, body: "<!doctype html>" } },
    expected: { project: "fail", keys: "warn" },
    found: "is not a Supabase project",
  },
  {
    title: "a project that signs with HS256",
    faults: { isSymmetric: true },
    expected: { keys: "warn" },
    found: "signs tokens with HS256",
  },
  {
    title: "a clock that is behind the project's clock",
    faults: { clockSeconds: 60 },
    expected: { clock: "fail" },
    found: "s behind the project's",
  },
  {
    title: "an old version of Next",
    faults: { files: { "node_modules/next/package.json": manifest("15.5.0") } },
    expected: { versions: "fail" },
    found: "next 15.5.0 is installed, but the SDK supports ^16.0.0",
  },
  {
    title: "a matcher that names cookies with another prefix",
    faults: {
      files: { [SERVER]: serverWith('{ cookiePrefix: "shop", clientAddress: { hops: 1 } }') },
      options: { cookiePrefix: "shop" },
    },
    expected: { matcher: "fail" },
    found: "names sb-present, but the cookies of the SDK begin with shop-",
  },
  {
    title: "a matcher that leaves out a page",
    faults: { files: { "proxy.ts": matcherWith('["/o/:path*", "/about"]') } },
    expected: { matcher: "warn" },
    found: "The proxy does not refresh sessions for requests to /.",
  },
  {
    title: "a proxy that runs for every request",
    faults: { files: { "proxy.ts": 'export { proxy } from "./lib/backend.server";' } },
    expected: { matcher: "warn" },
    found: "also runs for files below /_next, handlers below /auth, prefetches, pages with a fresh",
  },
  {
    title: "a matcher without an entry for a protected path",
    faults: {
      files: {
        "proxy.ts": matcherWith(
          '[{ source: "/:path*", has: [{ type: "cookie", key: "sb-present" }], missing: [{ type: "cookie", key: "sb-fresh" }] }]',
        ),
      },
    },
    expected: { matcher: "warn", protect: "fail" },
    found: "no matcher entry applies to visitors without a session on /o",
  },
  {
    title: "a matcher that is not a literal",
    faults: { files: { "proxy.ts": matcherWith("build()") } },
    expected: { matcher: "fail", protect: "fail" },
    found: "Next cannot read config.matcher in proxy.ts, because it is not a literal.",
  },
  {
    title: "a matcher that names a constant",
    faults: {
      files: { "proxy.ts": `const path = "/:path*";\n${matcherWith("[{ source: path }]")}` },
    },
    expected: { matcher: "fail", protect: "fail" },
    found: "Next cannot read config.matcher[0].source in proxy.ts, because it is not a literal.",
  },
  {
    title: "a spread in the proxy's config",
    faults: {
      files: { "proxy.ts": matcherWith('"/:path*", ...more') },
    },
    expected: { matcher: "fail", protect: "fail" },
    found: "Next cannot read config in proxy.ts, because it is not a literal.",
  },
  {
    title: "a proxy's config that is a variable",
    faults: {
      files: { "proxy.ts": matcherWith('["/:path*"]').replace("const config", "let config") },
    },
    expected: { matcher: "fail", protect: "fail" },
    found: "Next does not read config in proxy.ts, because it is not declared with export const.",
  },
  {
    title: "a matcher that has an entry without a source",
    faults: { files: { "proxy.ts": matcherWith("[{ has: [] }]") } },
    expected: { matcher: "fail", protect: "fail" },
    found: "Next refuses the matcher in proxy.ts.",
  },
  {
    title: "the socket as the source of the client address in Next",
    faults: { files: { [SERVER]: serverWith('{ protect: ["/o"], clientAddress: "socket" }') } },
    expected: { address: "fail" },
    found: "Next passes no socket address",
  },
  {
    title: "a missing clientAddress behind Cloudflare",
    faults: {
      files: { [SERVER]: serverWith('{ protect: ["/o"] }') },
      siteHeaders: { "cf-ray": "1" },
    },
    expected: { address: "warn" },
    found: "behind Cloudflare, and clientAddress is not set",
  },
  {
    title: "a client address header of another platform",
    faults: {
      files: {
        [SERVER]: serverWith('{ protect: ["/o"], clientAddress: { header: "CF-Connecting-IP" } }'),
      },
      siteHeaders: { "x-vercel-id": "1" },
    },
    expected: { address: "fail" },
    found: "shows no sign of Cloudflare",
  },
  {
    title: "a misspelled migration option",
    faults: {
      files: {
        [SERVER]: serverWith(
          '{ protect: ["/o"], clientAddress: { hops: 1 }, migrate: { upgradedOn: "2020-01-01", from: ["ssr"], brigde: true } }',
        ),
      },
    },
    expected: { migrate: "fail" },
    found: "migrate.brigde is not an option of the SDK",
  },
  {
    title: "a bridge in a migration that does not read the cookie that the bridge writes",
    faults: {
      files: {
        [SERVER]: serverWith(
          '{ protect: ["/o"], clientAddress: { hops: 1 }, migrate: { upgradedOn: "2020-01-01", from: ["unprefixed"], bridge: true } }',
        ),
      },
    },
    expected: { migrate: "fail" },
    found: 'migrate.bridge needs "ssr" in migrate.from',
  },
  {
    title: "an @supabase/ssr cookie with the name of a cookie of the SDK",
    faults: {
      files: {
        [SERVER]: serverWith(
          '{ protect: ["/o"], clientAddress: { hops: 1 }, migrate: { upgradedOn: "2020-01-01", from: ["ssr"], ssrCookieName: "sb-present" } }',
        ),
      },
    },
    expected: { migrate: "fail" },
    found: "migrate.ssrCookieName must not be a name of the SDK's own cookies",
  },
  {
    title: "a migration option that is not a literal",
    faults: {
      files: {
        [SERVER]: serverWith(
          '{ protect: ["/o"], clientAddress: { hops: 1 }, migrate: { upgradedOn: "2020-01-01", from: ["ssr"], bridge: isBridged() } }',
        ),
      },
    },
    expected: { migrate: "warn" },
    found: "is not a literal",
  },
  {
    title: "a migration whose window has ended",
    faults: {
      files: {
        [SERVER]: serverWith(
          '{ protect: ["/o"], clientAddress: { hops: 1 }, migrate: { upgradedOn: "2020-01-01", from: ["ssr"] } }',
        ),
      },
    },
    expected: { migrate: "warn" },
    found: "ended on 2020-02-29",
  },
  {
    title: "handlers at another path",
    faults: { options: { basePath: "/auth/session" } },
    expected: { handlers: "fail", cookies: "none" },
    found: "GET /auth/session responds with status",
  },
  {
    title: "a TLS proxy that does not send X-Forwarded-Proto",
    faults: { isSchemeHidden: true },
    expected: { cookies: "fail" },
    found: "sb-refresh-hold has no Secure",
  },
  {
    title: "a policy that does not allow the project",
    faults: { policy: "default-src 'self'" },
    expected: { policy: "fail" },
    found: "connect-src of / does not allow",
  },
  {
    title: "a page without a policy",
    faults: { policy: null },
    expected: { policy: "warn" },
    found: "The page / has no Content-Security-Policy",
  },
  {
    title: "a page that the site does not have",
    faults: { siteStatus: 404, policy: "default-src 'none'" },
    expected: { policy: "warn" },
    found: "GET / returned 404, so no policy was checked.",
  },
  {
    title: "a page that requires no session",
    faults: {
      files: {
        "app/o/[org]/open/page.tsx": "export default async function Open() { return null; }",
      },
    },
    expected: { guards: "fail" },
    found: "1 of 3 pages, routes and actions below app requires no session",
  },
];

describe("doctor in a broken setup", () => {
  it.each(BROKEN)("reports $title, and nothing else", async ({ faults, expected, found }) => {
    const checks = await examine(faults);
    const wanted = Object.entries({ ...HEALTHY, ...expected }).filter(([, one]) => one !== "none");
    expect(statuses(checks)).toEqual(Object.fromEntries(wanted));
    const broken = Object.values(checks).filter(({ status }) => status !== "ok");
    expect(broken.map((finding) => finding.found).join("\n")).toContain(found);
    for (const { page } of broken) expectPage(page);
  });

  it("reports a project and a site that do not respond", async () => {
    const scene = await openScene();
    const { port } = new URL(scene.url);
    await scene.close();
    open.pop();
    const other = await openScene({
      files: {
        ".env.local": `SUPABASE_URL=${scene.service}\nSUPABASE_PUBLISHABLE_KEY=${KEY}\n`,
      },
    });
    const checks = await other.check("--url", `https://localhost:${port}`);
    expect(checks.project?.found).toMatch(/cannot be reached: ECONNREFUSED\.$/);
    expect(checks.handlers?.found).toMatch(/cannot be reached: ECONNREFUSED\.$/);
  });
});

function expectPage(page: string | undefined): void {
  const [file = "", anchor] = (page ?? "").replace("@dossier/backend-client/", root).split("#");
  expect(existsSync(file), file).toBe(true);
  if (anchor === undefined) return;
  const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)];
  expect(headings.map(([, text]) => text?.toLowerCase().replaceAll(" ", "-"))).toContain(anchor);
}

it("doctor names a public variable that contains a secret key, but does not print the key", async () => {
  const scene = await openScene({
    variables: { NEXT_PUBLIC_SERVICE: "sb_secret_never_printed" },
    clockSeconds: 60,
  });
  const { out, errors } = await scene.run("doctor", "--url", scene.url);
  expect(out).toContain("NEXT_PUBLIC_SERVICE");
  expect(out + errors).not.toContain("never_printed");
});

it("doctor accepts the handlers if their 200 response has a Location header for another origin", async () => {
  const other = await openScene();
  const scene = await openScene({ siteHeaders: { location: `${other.url}/auth/session` } });
  const { handlers } = await scene.check("--url", scene.url);
  expect(handlers?.status).toBe("ok");
});

it("doctor checks the Content Security Policy of the page given with --url, and prints the page's path without the query", async () => {
  const scene = await openScene({ missing: "/" });
  const { policy } = await scene.check("--url", `${scene.url}/sign-in?next=/o`);
  expect(policy?.found).toMatch(/^connect-src of \/sign-in allows /);
  expect((await scene.check("--url", scene.url)).policy?.found).toMatch(/^GET \/ returned 404/);
});

it("doctor accepts cf-connecting-ip on a local site, and says that only the deployed app can show whether Cloudflare sets this header", async () => {
  const scene = await openScene({
    files: { [SERVER]: serverWith('{ clientAddress: { header: "cf-connecting-ip" } }') },
  });
  const { address } = await scene.check("--url", scene.url);
  expect(address?.status).toBe("ok");
  expect(address?.found).toMatch(
    /Only the deployed app can show whether Cloudflare sets this header\.$/,
  );
});

it("doctor reports the last day on which the server reads old cookies, and that the bridge also writes the @supabase/ssr cookie", async () => {
  const migrate = (rest: string) =>
    serverWith(
      `{ migrate: { upgradedOn: "2020-01-01", from: ["ssr"], until: "2020-03-01", ${rest} } }`,
    );
  const scene = await openScene({
    files: { [SERVER]: migrate('bridge: true, ssrCookieName: "shop-auth"') },
    now: () => Date.parse("2020-02-01"),
  });
  expect((await scene.check()).migrate?.found).toBe(
    "The server reads old cookies until the end of 2020-03-01 (UTC). The bridge also writes the cookie of @supabase/ssr (shop-auth).",
  );
});

describe("doctor in a Worker", () => {
  const address = (host: string) => `"SUPABASE_URL": "${host}", // the project`;
  const config = (host: string) =>
    `{ /* a Worker */ "vars": { ${address(host)}\n"SUPABASE_PUBLISHABLE_KEY": "${KEY}", "LIMIT": 3, }, }`;

  it("prefers the variables in .dev.vars to those in wrangler.jsonc, and names the file", async () => {
    const scene = await openScene({ files: { ".env.local": null } });
    scene.write(".dev.vars", `SUPABASE_URL=${scene.service}\nSUPABASE_PUBLISHABLE_KEY=${KEY}\n`);
    scene.write("wrangler.jsonc", config("https://other.supabase.co"));
    const { variables, project } = await scene.check();
    expect(variables?.found).toContain("SUPABASE_URL (.dev.vars)");
    expect(project?.status).toBe("ok");
    const { out } = await scene.run("doctor");
    expect(out).toContain("Variables from the environment, .dev.vars, wrangler.jsonc.");
  });

  it("reads the variables from wrangler.jsonc if there is no .dev.vars, and names the file", async () => {
    const scene = await openScene({ files: { ".env.local": null } });
    scene.write("wrangler.jsonc", config(scene.service));
    const { variables, project } = await scene.check();
    expect(variables?.found).toContain("SUPABASE_URL (wrangler.jsonc)");
    expect(project?.status).toBe("ok");
  });
});

it("doctor exits with 1 when a check fails, and with 0 when there are only warnings", async () => {
  const failing = await openScene({ clockSeconds: 60 });
  expect((await failing.run("doctor")).code).toBe(1);
  const warning = await openScene({ isSymmetric: true });
  expect((await warning.run("doctor")).code).toBe(0);
});

it.each([
  [[], "Specify a command: doctor."],
  [["docter"], 'Unknown command "docter".'],
  [["doctor", "now"], 'Unexpected argument "now".'],
  [["doctor", "--fix"], "Unknown option '--fix'."],
  [["doctor", "--url"], "Option '--url <value>' argument missing."],
  [["doctor", "--url", "app.example.com"], "--url must be an address such as https://app"],
  [["doctor", "--guards", "none"], "--guards: none is not a folder."],
])("doctor refuses the arguments %j with exit code 2", async (args, sentence) => {
  const scene = await openScene();
  const { code, out, errors } = await scene.run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(errors).toContain(sentence);
  expect(errors).toMatch(/ See backend-client --help\.\n$/);
});

it("doctor prints its options with --help", async () => {
  const scene = await openScene();
  const { code, out } = await scene.run("--help");
  expect(code).toBe(0);
  for (const option of ["--url", "--guards", "--json"]) expect(out).toContain(option);
});

it("doctor's output fits 80 columns", async () => {
  const scene = await openScene({ isSymmetric: true, clockSeconds: 60 });
  const { out } = await scene.run("doctor", "--url", scene.url);
  expect(out.split("\n").length).toBeGreaterThan(20);
  const long = out.split("\n").filter((line) => line.length > 80 && / /.test(line.trim()));
  expect(long).toEqual([]);
});

it.each([
  [true, {}, true],
  [true, { NO_COLOR: "1" }, false],
  [true, { TERM: "dumb" }, false],
  [false, {}, false],
])(
  "doctor uses colors only in a terminal whose variables allow them (terminal: %s, variables: %j, colors: %s)",
  async (isTerminal, variables, has) => {
    const scene = await openScene({ clockSeconds: 60, isTerminal, variables });
    const { out } = await scene.run("doctor");
    expect(out.includes("\u001b[31mfail  \u001b[0m")).toBe(has);
    expect(out.includes("\u001b")).toBe(has);
  },
);

it("doctor prints the output that its documentation page shows", async () => {
  const scene = await openScene({
    isSymmetric: true,
    files: {
      "app/o/[org]/notes/page.tsx": "export default async function Notes() { return null; }",
    },
  });
  const { out } = await scene.run("doctor", "--url", scene.url, "--guards", "app");
  const shown = out
    .replaceAll(new URL(scene.service).host, "abc.supabase.co")
    .replace(/Node \d+\.\d+\.\d+/, "Node 24.21.0");
  const page = readFileSync(`${root}/docs/doctor.md`, "utf8");
  const [, example] = /^```text\n(.*?)^```$/ms.exec(page) ?? [];
  expect(example).toBe(shown);
});
