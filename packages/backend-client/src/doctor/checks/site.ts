import { createNames } from "../../cookies/names.js";
import { type Finding, reporter } from "../finding.js";
import { type Answer, ask, isAnswer } from "../http.js";
import { type CheckContext, LOOPBACK, optionOf, textOption } from "./context.js";

export interface Site {
  page: Answer | null;
  findings: Finding[];
}

function handlerUrl(context: CheckContext, url: URL, path: string): URL {
  const appPath = textOption(context, "appPath", "");
  const basePath = textOption(context, "basePath", "/auth");
  return new URL(`${appPath}${basePath}/${path}`, url);
}

function hasStatus(body: string): boolean {
  try {
    return typeof (JSON.parse(body) as { status?: unknown }).status === "string";
  } catch {
    return false;
  }
}

async function checkHandlers(context: CheckContext, url: URL): Promise<Finding> {
  const { ok, fail } = reporter("handlers");
  const target = handlerUrl(context, url, "session");
  const answer = await ask(target, { headers: { "x-backend-client": "1" }, now: context.now });
  const page = "docs/reference.md#the-session";
  if (!isAnswer(answer)) {
    return fail(`GET ${target.pathname} failed: ${answer.reason}.`, { page });
  }
  if (answer.status === 200 && hasStatus(answer.body)) {
    return ok(`GET ${target.pathname} responds as the SDK does.`);
  }
  const { status, headers } = answer;
  const to = headers.get("location");
  const where = to === null ? "" : ` (redirect to ${new URL(to, target).origin})`;
  return fail(
    `GET ${target.pathname} responds with status ${status}${where}, not as the SDK does.`,
    {
      fix: "Mount the handlers there, and make sure that no proxy, cache or redirect responds instead.",
      page,
    },
  );
}

interface SentCookie {
  name: string;
  attributes: readonly string[];
}

/** The value of a cookie may be a token, so the result does not contain the value. */
function readCookie(line: string): SentCookie {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  return {
    name: pair.split("=")[0] ?? "",
    attributes: attributes.map((attribute) => attribute.toLowerCase()),
  };
}

function cacheProblem(headers: Headers): string | null {
  if (!/\bno-store\b/.test(headers.get("cache-control") ?? "")) {
    return "The response with cookies has no Cache-Control: no-store.";
  }
  const caches = ["cdn-cache-control", "surrogate-control", "vercel-cdn-cache-control"];
  const found = caches.find((name) => headers.has(name));
  if (found) return `The response with cookies has ${found}, so a cache may store it.`;
  const hit = ["x-cache", "cf-cache-status", "x-vercel-cache"].find((name) =>
    /\bhit\b/i.test(headers.get(name) ?? ""),
  );
  return hit ? `A cache responded with stored cookies (${hit}).` : null;
}

async function checkCookies(context: CheckContext, url: URL): Promise<Finding[]> {
  const { ok, warn, fail } = reporter("cookies");
  const page = "docs/reference.md#the-session";
  const target = handlerUrl(context, url, "refresh?next=/");
  const answer = await ask(target, { now: context.now });
  if (!isAnswer(answer)) return [];
  const cookies = answer.headers.getSetCookie().map(readCookie);
  const { plain, hostBound } = createNames(textOption(context, "cookiePrefix", "sb"));
  const holdCookie = cookies.find(({ name }) => name === plain.hold || name === hostBound.hold);
  if (!holdCookie) {
    const names = cookies.map(({ name }) => name).join(", ") || "none";
    return [
      fail(`GET ${target.pathname} sets no cookie of the SDK (cookies: ${names}).`, {
        fix: "Make sure that proxies pass Set-Cookie on, and that the running app has the same cookiePrefix.",
        page,
      }),
    ];
  }
  const findings: Finding[] = [];
  const isHttps = url.protocol === "https:";
  const has = (attribute: string) => holdCookie.attributes.includes(attribute);
  if (isHttps && !has("secure")) {
    findings.push(
      fail(
        `${holdCookie.name} has no Secure attribute, because the app treats the request as http.`,
        {
          fix: "Configure your proxy to send X-Forwarded-Proto: https, or set the option origin.",
          page,
        },
      ),
    );
  } else if (
    isHttps &&
    holdCookie.name === plain.hold &&
    optionOf(context, "cookieDomain") === undefined
  ) {
    findings.push(
      warn(`${holdCookie.name} has no __Host- in its name, so a sibling host can set it.`, {
        fix: "Remove cookieDomain if one host is enough.",
        page,
      }),
    );
  }
  if (!has("httponly")) {
    findings.push(
      fail(`${holdCookie.name} has no HttpOnly attribute, so scripts can read the session.`, {
        fix: "Do not let proxies rewrite Set-Cookie.",
        page,
      }),
    );
  }
  const cache = cacheProblem(answer.headers);
  if (cache !== null) {
    findings.push(
      fail(cache, { fix: "Exclude responses with Set-Cookie from your CDN and proxies.", page }),
    );
  }
  if (findings.length > 0) return findings;
  if (!isHttps && !LOOPBACK.test(url.hostname)) {
    return [
      fail("The site uses http, so anyone on the network can read the session.", {
        fix: "Serve the site over https.",
        page,
      }),
    ];
  }
  const secure = has("secure") ? "Secure, " : "";
  return [ok(`${holdCookie.name}: ${secure}HttpOnly, no-store.`)];
}

export async function checkSite(context: CheckContext): Promise<Site> {
  const { url, now } = context;
  if (url === null) return { page: null, findings: [] };
  const page = await ask(url, { isFollowing: true, headers: { accept: "text/html" }, now });
  if (!isAnswer(page)) {
    const { fail } = reporter("handlers");
    const found = fail(`The app at ${url.host} cannot be reached: ${page.reason}.`, {
      fix: "Check the address, and that the app runs.",
      page: "docs/errors/unreachable.md",
    });
    return { page: null, findings: [found] };
  }
  const handlers = await checkHandlers(context, url);
  const cookies = handlers.status === "fail" ? [] : await checkCookies(context, url);
  return { page, findings: [handlers, ...cookies] };
}
