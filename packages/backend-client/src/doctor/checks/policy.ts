import { type Finding, reporter } from "../finding.js";
import type { Answer } from "../http.js";
import type { CheckContext } from "./context.js";

const { ok, warn, fail } = reporter("policy");
const PAGE = "docs/security.md#scripts-in-the-page";

const DEFAULT_PORTS: Record<string, string> = {
  "https:": "443",
  "wss:": "443",
  "http:": "80",
  "ws:": "80",
};
const portOf = ({ port, protocol }: URL): string => port || (DEFAULT_PORTS[protocol] ?? "");

/** `http` also allows `https`, and `ws` also allows `wss`, but `http` does not allow `ws`. */
function isSchemeAllowed(scheme: string, protocol: string): boolean {
  return `${scheme}:` === protocol || `${scheme}s:` === protocol;
}

const HOST_SOURCE =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[^:/]+|\[[^\]]+\])(?::(\d+|\*))?(\/.*)?$/i;

function isHostAllowed(pattern: string, host: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), host.toLowerCase()];
  if (wanted === "*") return true;
  return wanted.startsWith("*.") ? given.endsWith(wanted.slice(1)) : wanted === given;
}

/** @see CSP 3, section 6.7.2 */
export function isSourceAllowed(source: string, target: URL, self: URL): boolean {
  if (source === "*") return true;
  if (source.toLowerCase() === "'self'") {
    const isSecure = self.protocol !== "https:" || /^(?:https|wss):$/.test(target.protocol);
    return target.hostname === self.hostname && portOf(target) === portOf(self) && isSecure;
  }
  const scheme = /^([a-z][a-z\d+.-]*):$/i.exec(source)?.[1];
  if (scheme !== undefined) return isSchemeAllowed(scheme.toLowerCase(), target.protocol);
  const parts = HOST_SOURCE.exec(source);
  if (!parts) return false;
  const [, given, host = "", port, path = ""] = parts;
  const wanted = given?.toLowerCase() ?? self.protocol.slice(0, -1);
  if (!isSchemeAllowed(wanted, target.protocol)) return false;
  if (!isHostAllowed(host, target.hostname)) return false;
  const isPort = port === "*" || (port ?? portOf(new URL(`${wanted}://x`))) === portOf(target);
  // Without a port, `http://host` also allows the default port of https.
  const isUpgrade = port === undefined && portOf(target) === DEFAULT_PORTS[target.protocol];
  if (!isPort && !isUpgrade) return false;
  return (
    path === "" ||
    (path.endsWith("/") ? target.pathname.startsWith(path) : target.pathname === path)
  );
}

function connectSources(text: string): (string[] | null)[] {
  return text.split(",").flatMap((policy) => {
    const directives = new Map<string, string[]>();
    for (const directive of policy.split(";")) {
      const [name, ...sources] = directive.trim().split(/\s+/);
      const key = name?.toLowerCase();
      // Of two directives with the same name, browsers use the first.
      if (key && !directives.has(key)) directives.set(key, sources);
    }
    if (directives.size === 0) return [];
    return [directives.get("connect-src") ?? directives.get("default-src") ?? null];
  });
}

function isAllowed(policies: readonly (string[] | null)[], target: URL, self: URL): boolean {
  return policies.every(
    (sources) =>
      sources === null || sources.some((source) => isSourceAllowed(source, target, self)),
  );
}

const META = /<meta\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;
const ENTITIES: Record<string, string> = {
  amp: "&",
  quot: '"',
  apos: "'",
  "#39": "'",
  "#x27": "'",
};

export function metaPolicies(html: string): string[] {
  return (html.match(META) ?? []).flatMap((tag) => {
    if (!/\shttp-equiv\s*=\s*["']?content-security-policy["'\s/>]/i.test(tag)) return [];
    const content = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const text = content?.[1] ?? content?.[2] ?? "";
    return [
      // React writes quotes as entities.
      text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity),
    ];
  });
}

function uses({ app }: CheckContext, names: RegExp): boolean {
  return app.sources.some((path) => {
    const text = app.text(path);
    return /@dossier\/backend-client\/(?:react|browser)/.test(text) && names.test(text);
  });
}

export function checkPolicy(context: CheckContext, page: Answer | null): Finding[] {
  const { project } = context;
  if (page === null || project === null) return [];
  const path = page.url.pathname;
  if (page.status < 200 || page.status > 299) {
    return [
      warn(`GET ${path} returned ${page.status}, so no policy was checked.`, {
        fix: `Pass a page with --url, such as ${page.url.origin}/sign-in.`,
        page: "docs/doctor.md",
      }),
    ];
  }
  const text = [page.headers.get("content-security-policy"), ...metaPolicies(page.body)]
    .filter(Boolean)
    .join(",");
  const policies = connectSources(text);
  if (policies.length === 0) {
    return [
      warn(`The page ${path} has no Content-Security-Policy.`, {
        fix: "Set a strict policy, because a script that an attacker injects can use the access token.",
        page: PAGE,
      }),
    ];
  }
  const data = new URL(`${project.url}/rest/v1/`);
  const socket = new URL(`${project.url.replace(/^http/, "ws")}/realtime/v1/websocket`);
  const findings: Finding[] = [];
  const refuse = (target: URL, what: string, isUsed: boolean): void => {
    if (isAllowed(policies, target, page.url)) return;
    const report = isUsed ? fail : warn;
    findings.push(
      report(
        `connect-src of ${path} does not allow ${target.origin}, so browsers refuse ${what}.`,
        {
          fix: `Add ${target.protocol}//${target.host} to connect-src.`,
          page: PAGE,
        },
      ),
    );
  };
  refuse(
    data,
    "queries, files and functions",
    uses(context, /\buseBackend\b|\buseUpload\b|\bcreateBrowserBackend\b/),
  );
  refuse(socket, "realtime", uses(context, /\buseChannel\b|\.realtime\b/));
  return findings.length > 0
    ? findings
    : [ok(`connect-src of ${path} allows ${data.host} for data and realtime.`)];
}
