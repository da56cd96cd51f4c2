import { beforeEach, describe, expect, it } from "vitest";
import { HOLD_COOKIE, SESSION_COOKIE } from "../../config/constants.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../../testing/index.js";
import type { SessionServerOptions } from "../options.js";
import type { ConfirmView, PageView } from "../pages/page-options.js";
import { ADDRESS_SCRIPT_HASH } from "../pages/script.js";
import { createSessionServer } from "../session-server.js";

const LINK = "/auth/confirm?token_hash=abc&type=recovery&next=%2Faccount";
const STRICT =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

let memory: MemoryBackend;
let box: MemoryJar;

beforeEach(() => {
  memory = createMemoryBackend();
  box = memory.createJar();
});

function serve(options: SessionServerOptions = {}) {
  return createSessionServer(memory.backend, { logger: false, ...options });
}

async function open(path: string, options: SessionServerOptions = {}, headers = {}) {
  const response = box.take(await serve(options).handle(box.request(path, { headers })));
  return { response, html: await response.text() };
}

async function follow(
  fields: Record<string, string>,
  options: SessionServerOptions = {},
): Promise<Response> {
  memory.auth.createUser({ email: "ada+x@example.test" });
  const scope = serve(options).open(memory.createJar().request("/"));
  await scope.auth.resetPasswordForEmail("ada+x@example.test");
  const token_hash = memory.mailbox.last()?.tokenHash ?? "";
  const body = new URLSearchParams({ token_hash, type: "recovery", next: "/account", ...fields });
  return box.take(await serve(options).handle(box.post("/auth/confirm", { body })));
}

describe("the confirm page", () => {
  it.each([
    ["signup", "Confirm your email address"],
    ["magiclink", "Sign in"],
    ["email", "Sign in"],
    ["recovery", "Reset your password"],
    ["invite", "Accept your invitation"],
    ["email_change", "Confirm your new email address"],
  ])("has the title of the link's type: %s", async (type, title) => {
    const { html } = await open(`/auth/confirm?token_hash=abc&type=${type}`);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<h1>${title}</h1><p>Select Continue to finish.</p>`);
  });

  it("shows the signed-in user's email address, escaped", async () => {
    const email = `"<b>eve</b>"@example.test`;
    memory.seed(box, await memory.auth.signIn({ claims: { email } }));
    const { html } = await open(LINK);
    expect(html).toContain(
      "<p>You are signed in as &#34;&#60;b&#62;eve&#60;/b&#62;&#34;@example.test. If this link is for another account, selecting Continue signs you out.</p>",
    );
  });

  it("shows the phone number of a user without an email address, and nothing if the user has neither", async () => {
    memory.seed(box, await memory.auth.signIn({ claims: { email: "", phone: "4912345" } }));
    expect((await open(LINK)).html).toContain("You are signed in as 4912345.");
    memory.seed(box, await memory.auth.signIn({ claims: { email: "", phone: "" } }));
    expect((await open(LINK)).html).toContain("Select Continue to finish.");
  });

  it("refreshes an expired session to show who is signed in", async () => {
    memory.seed(box, await memory.auth.signIn());
    memory.clock.skip(3_700_000);
    const { response } = await open(LINK);
    expect(response.headers.getSetCookie().join()).toContain(SESSION_COOKIE);
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("does not name the user while the auth service is unreachable", async () => {
    memory.seed(box, await memory.auth.signIn());
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, drop: true });
    const { response, html } = await open(LINK);
    expect([response.status, html.includes("Select Continue to finish.")]).toEqual([200, true]);
  });

  it("has a Content-Security-Policy that allows only the script of its form", async () => {
    const { response } = await open(LINK);
    expect(response.headers.get("content-security-policy")).toBe(
      `${STRICT}; script-src ${ADDRESS_SCRIPT_HASH}`,
    );
  });
});

describe("a link with an email address", () => {
  it("signs in the user of that address, regardless of upper and lower case", async () => {
    const response = await follow({ email: " ADA+X@example.test" });
    expect(response.headers.get("location")).toBe("/account");
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("signs in a user whose stored address has capital letters", async () => {
    const user = memory.auth.createUser({ email: "ada+x@example.test" });
    const scope = serve().open(memory.createJar().request("/"));
    await scope.auth.resetPasswordForEmail("ada+x@example.test");
    user.email = "Ada+X@example.test";
    const token_hash = memory.mailbox.last()?.tokenHash ?? "";
    const fields = { token_hash, type: "recovery", next: "/account", email: "ada+x@example.test" };
    const body = new URLSearchParams(fields);
    const response = await serve().handle(box.post("/auth/confirm", { body }));
    expect(response.headers.get("location")).toBe("/account");
  });

  it("shows an error page, ends the new session and writes no cookie when its token is for another account", async () => {
    memory.seed(box, await memory.auth.signIn());
    const before = new Map(box.cookies);
    const asked: unknown[] = [];
    const response = await follow(
      { email: "eve@example.test" },
      { hooks: { allowSignIn: ({ claims }) => asked.push(claims) > 0 } },
    );
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain("<h1>This link is for another account</h1>");
    expect(html).toContain("Request a new link for your own account and open it in this browser.");
    expect(html).not.toContain("example.test");
    expect(new Map(box.cookies)).toEqual(before);
    expect(memory.count("/auth/v1/logout?scope=local")).toBe(1);
    expect(asked).toEqual([]);
    expect((await serve().open(box.request("/")).session()).status).toBe("authenticated");
  });

  it("signs the user in when the form has no address, as in a browser without scripts", async () => {
    expect((await follow({ email: "" })).headers.get("location")).toBe("/account");
  });

  it("redirects to the sign-in page when the `allowSignIn` hook refuses with its own code link_mismatch", async () => {
    const refuse = { hooks: { allowSignIn: () => ({ refuse: "link_mismatch" }) } };
    const response = await follow({}, refuse);
    expect(response.headers.get("location")).toBe("/sign-in?error=sign_in_refused&next=%2Faccount");
  });
});

describe("a refresh that fails again while the hold cookie is set", () => {
  beforeEach(async () => {
    memory.seed(box, await memory.auth.signIn());
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, drop: true });
  });

  it('shows the page "unavailable" and keeps the session', async () => {
    const first = await open("/auth/refresh?next=/o");
    expect([first.response.status, box.cookies.has(HOLD_COOKIE)]).toEqual([303, true]);
    const { response, html } = await open("/auth/refresh?next=/o");
    expect(response.status).toBe(503);
    expect(html).toContain("<h1>We cannot check your sign-in right now</h1>");
    const seconds = response.headers.get("retry-after");
    expect(html).toContain(
      `If you were signed in, you still are. Try again in ${seconds} seconds.`,
    );
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("a handler page that the app renders", () => {
  const view = ({ lang, texts }: PageView) => `<p lang="${lang}">${texts.title}|${texts.body}</p>`;
  const texts = { de: { "linkIncomplete.title": "Link <unvollständig>" } };
  const german = { "accept-language": "de-AT,de;q=0.9" };

  it("receives escaped texts in the visitor's language, with English for missing texts", async () => {
    const { response, html } = await open(
      "/auth/confirm",
      { texts, pages: { linkIncomplete: view } },
      german,
    );
    expect(html).toBe(
      '<p lang="de">Link &#60;unvollständig&#62;|Open the link in your email again, or request a new one.</p>',
    );
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toBe(STRICT);
  });

  it("receives the language that the app chooses", async () => {
    const language = (request: Request) => request.headers.get("x-lang");
    const { html } = await open("/auth/confirm", { texts, language }, { "x-lang": "de" });
    expect(html).toContain('<html lang="de">');
  });

  it("may include the complete confirm form, with its own button label", async () => {
    const confirm = ({ texts: { title }, form, scriptHash }: ConfirmView) =>
      `<h1>${title}</h1>${form("Go")}<i>${scriptHash}</i>`;
    const { html } = await open(LINK, { pages: { confirm } });
    expect(html).toContain(
      '<h1>Reset your password</h1><form method="post" action="/auth/confirm">',
    );
    expect(html).toContain('name="token_hash" value="abc"');
    expect(html).toContain("<button>Go</button><script>");
    expect(html).toContain(ADDRESS_SCRIPT_HASH);
  });

  it("may set its own Content-Security-Policy, but not its own status or caching", async () => {
    const tooManyAttempts = async ({ texts: { body } }: PageView) =>
      new Response(body, {
        headers: {
          "content-security-policy": "default-src 'self'",
          "cache-control": "public, max-age=60",
          "x-app": "1",
        },
      });
    const options = { pages: { tooManyAttempts }, clientLimit: { burst: 1, perMinute: 1 } };
    const sessions = serve(options);
    const send = () => {
      const body = new URLSearchParams({ token_hash: "abc", type: "email" });
      const headers = { "x-forwarded-for": "198.51.100.7" };
      return sessions.handle(box.post("/auth/confirm", { body, headers }));
    };
    await send();
    const response = await send();
    expect(response.status).toBe(429);
    const seconds = response.headers.get("retry-after");
    expect(await response.text()).toBe(`Wait ${seconds} seconds, then try again.`);
    expect(response.headers.get("content-security-policy")).toBe("default-src 'self'");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("x-app")).toBe("1");
  });

  it("gets the strict Content-Security-Policy if its response has none", async () => {
    const linkIncomplete = () => new Response("<p>x</p>");
    const { response } = await open("/auth/confirm", { pages: { linkIncomplete } });
    expect(response.headers.get("content-security-policy")).toBe(STRICT);
  });

  it.each<[SessionServerOptions, string]>([
    [{ pages: { signIn: () => "" } as never }, "pages.signIn is not a page of the SDK."],
    [{ pages: { confirm: "<p>" } as never }, "pages.confirm must be a function."],
    [
      { texts: { de: { "confirm.titel": "x" } as never } },
      "texts of de: confirm.titel is not a text of the SDK.",
    ],
    [
      { texts: { de: { "confirm.body": 1 } as never } },
      "texts of de: confirm.body must be a string.",
    ],
    [
      { texts: { '"><': {} } },
      'texts: ""><" is not a language tag. Use a tag such as de or pt-BR.',
    ],
    [{ language: "de" as never }, "language must be a function."],
  ])("is rejected when `pages`, `texts` or `language` is malformed: %j", (options, sentence) => {
    expect(() => serve(options)).toThrow(new TypeError(`createSessionServer: ${sentence}`));
  });
});
