import { type Finding, reporter } from "../finding.js";
import {
  describeEntry,
  isMatched,
  type MatchedRequest,
  type MatcherEntry,
  recommendedMatcher,
} from "../matcher.js";
import { isList } from "../source/literals.js";
import { type CheckContext, textOption, writtenOption } from "./context.js";
import { findProxy, type ProxyFile } from "./find-proxy.js";

const PAGE = "docs/next.md";

function pagePaths({ app }: CheckContext): string[] {
  if (app.routes === undefined) return ["/"];
  const paths = app
    .list(app.routes)
    .map((path) => app.nameOf(path).replace(/^(?:src\/)?app\//, "/"))
    .filter((path) => /\/page\.\w+$/.test(path) && !/\/(?:@|\(\.)/.test(path))
    .map((path) =>
      path
        .split("/")
        .slice(0, -1)
        .filter((part) => !/^\(.*\)$/.test(part) && !part.startsWith("[[..."))
        .map((part) => (part.startsWith("[") ? "x" : part))
        .join("/"),
    );
  return paths.length === 0 ? ["/"] : paths.map((path) => path || "/");
}

interface Names {
  prefix: string;
  basePath: string;
}

function namesOf(context: CheckContext): Names {
  return {
    prefix: textOption(context, "cookiePrefix", "sb"),
    basePath: textOption(context, "basePath", "/auth"),
  };
}

const few = (paths: readonly string[]): string =>
  paths.length > 3
    ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more`
    : paths.join(", ");

interface Judgement {
  status: "ok" | "warn" | "fail";
  found: string;
}

function strangeCookie(entries: readonly MatcherEntry[], { prefix }: Names): string | undefined {
  return entries
    .flatMap(({ has, missing }) => [...has, ...missing])
    .filter(({ type, key }) => type === "cookie" && /-(?:present|fresh)$/.test(key))
    .map(({ key }) => key)
    .find((key) => key !== `${prefix}-present` && key !== `${prefix}-fresh`);
}

function judge(
  entries: readonly MatcherEntry[],
  paths: readonly string[],
  proxy: ProxyFile,
  names: Names,
): Judgement {
  const strange = strangeCookie(entries, names);
  if (strange !== undefined) {
    return {
      status: "fail",
      found: `The matcher names ${strange}, but the cookies of the SDK begin with ${names.prefix}-.`,
    };
  }
  const present = `${names.prefix}-present`;
  const due = (path: string, headers: MatchedRequest["headers"] = {}): boolean =>
    isMatched(entries, { path, cookies: [present], headers });
  const pages = paths.filter((path) => !path.startsWith(`${names.basePath}/`));
  const missed = pages.filter((path) => !due(path));
  if (missed.length === pages.length) {
    return {
      status: "fail",
      found: `The proxy does not run when a session needs a refresh: no matcher entry applies to requests with the cookie ${present}.`,
    };
  }
  if (missed.length > 0) {
    return {
      status: "warn",
      found: `The proxy does not refresh sessions for requests to ${few(missed)}.`,
    };
  }
  const soft = pages.filter((path) => !due(path, { rsc: "1" }));
  if (soft.length > 0) {
    return {
      status: "warn",
      found: `The proxy does not refresh sessions when a user follows a link to ${few(soft)}.`,
    };
  }
  const needless: string[] = [];
  if (due("/_next/static/chunks/main.js")) needless.push("files below /_next");
  if (due(`${names.basePath}/session`)) needless.push(`handlers below ${names.basePath}`);
  if (pages.some((path) => due(path, { rsc: "1", "next-router-prefetch": "1" })))
    needless.push("prefetches");
  const fresh = { cookies: [present, `${names.prefix}-fresh`] };
  const isFresh = pages.some((path) => isMatched(entries, { path, ...fresh }));
  if (isFresh && proxy.isPlain) needless.push("pages with a fresh session");
  if (needless.length > 0) {
    return { status: "warn", found: `The proxy also runs for ${needless.join(", ")}.` };
  }
  const also = isFresh ? ", and for every full page load" : "";
  return { status: "ok", found: `The proxy runs when a refresh is due${also}.` };
}

function protectOption(context: CheckContext): readonly string[] | undefined {
  const value = writtenOption(context, "protect");
  if (value === undefined) return [];
  if (!isList(value)) return undefined;
  return value.every((item) => typeof item === "string") ? value : undefined;
}

export function checkMatcher(context: CheckContext): Finding[] {
  const { ok, warn, fail } = reporter("matcher");
  if (!context.server.isNext) return [];
  const names = namesOf(context);
  const protect = protectOption(context) ?? [];
  const recommended = recommendedMatcher({ ...names, protect }).map(describeEntry);
  const proxy = findProxy(context);
  if (!proxy) {
    return [
      warn("There is no proxy.ts, so each page redirects once to refresh an expired session.", {
        fix: "Add proxy.ts with this matcher:",
        page: PAGE,
        lines: recommended,
      }),
    ];
  }
  const { matcher } = proxy;
  if (matcher.entries === null) return [fail(matcher.found, { fix: matcher.fix, page: PAGE })];
  const { entries } = matcher;
  const lines = entries.map(describeEntry);
  try {
    const { status, found } = judge(entries, pagePaths(context), proxy, names);
    if (status === "ok") return [ok(`${found} In ${proxy.file}:`, { lines })];
    const report = status === "warn" ? warn : fail;
    return [
      report(`${found} In ${proxy.file}:`, {
        lines: [...lines, "Recommended:", ...recommended],
        fix: "Compare your matcher with the recommended one.",
        page: PAGE,
      }),
    ];
  } catch {
    return [
      fail(`The matcher in ${proxy.file} has a pattern that is not a valid regular expression.`, {
        lines,
        fix: "Correct the pattern, which Next refuses too.",
        page: PAGE,
      }),
    ];
  }
}

export function checkProtect(context: CheckContext): Finding[] {
  const { ok, warn, fail } = reporter("protect");
  if (!context.server.isNext) return [];
  const page = PAGE;
  const protect = protectOption(context);
  if (protect === undefined) {
    return [
      warn(
        `protect in ${context.server.file} is not a literal, so it was not compared with the matcher.`,
        {
          fix: "Write the paths as literals, or compare them with the matcher yourself.",
          page,
        },
      ),
    ];
  }
  if (protect.length === 0) {
    return [ok("No path is protected in the proxy. Pages check the session themselves.")];
  }
  const proxy = findProxy(context);
  if (!proxy) {
    return [
      fail(`protect lists ${few(protect)}, but no matcher entry runs the proxy there.`, {
        fix: "Add proxy.ts with an entry for each path.",
        page,
      }),
    ];
  }
  const { entries } = proxy.matcher;
  if (entries === null) {
    return [
      fail(`protect lists ${few(protect)}, but was not compared with the matcher.`, {
        fix: `Correct config in ${proxy.file} first.`,
        page,
      }),
    ];
  }
  const { routes } = context.app;
  const pages = pagePaths(context);
  return protect.map((path) => {
    const below = pages.filter((one) => one === path || one.startsWith(`${path}/`));
    if (routes !== undefined && below.length === 0) {
      return warn(`protect lists ${path}, but the app has no page there.`, {
        fix: `Correct the path, or add a page below app${path}.`,
        page,
      });
    }
    const open = [path, ...below, `${path}/x`].filter((one) => !isMatched(entries, { path: one }));
    return open.length === 0
      ? ok(`Before a page below ${path} streams, the proxy redirects visitors without a session.`)
      : fail(
          `protect lists ${path}, but no matcher entry applies to visitors without a session on ${few(open)}.`,
          {
            fix: `Add { source: "${path}/:path*", missing: [{ type: "cookie", key: "${namesOf(context).prefix}-present" }] } to the matcher.`,
            page,
          },
        );
  });
}
