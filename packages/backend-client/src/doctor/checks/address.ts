import { type Finding, reporter } from "../finding.js";
import type { Answer } from "../http.js";
import { isObject, UNKNOWN } from "../source/literals.js";
import { type CheckContext, LOOPBACK, optionOf } from "./context.js";

const { ok, warn, fail } = reporter("address");
const PAGE = "docs/security.md#addresses-of-visitors";

/**
 * `sign` is a response header that identifies the platform. `header` is the request header in which
 * the platform passes the visitor's address.
 */
const PLATFORMS = [
  { name: "Cloudflare", sign: "cf-ray", header: "cf-connecting-ip" },
  { name: "Vercel", sign: "x-vercel-id", header: "x-real-ip" },
  { name: "Netlify", sign: "x-nf-request-id", header: "x-nf-client-connection-ip" },
  { name: "Fly.io", sign: "fly-request-id", header: "fly-client-ip" },
] as const;

type Platform = (typeof PLATFORMS)[number];

function describe(option: unknown): string {
  if (typeof option === "string") return `clientAddress is "${option}"`;
  if (!isObject(option as never)) return "clientAddress is set by code";
  const { header, hops } = option as { header?: unknown; hops?: unknown };
  if (typeof header === "string") return `clientAddress is { header: "${header}" }`;
  return typeof hops === "number"
    ? `clientAddress is { hops: ${hops} }`
    : "clientAddress is set by code";
}

const choose = ({ header }: Platform): string => `Set clientAddress: { header: "${header}" }.`;

export function checkAddress(context: CheckContext, answer: Answer | null): Finding[] {
  const option = optionOf(context, "clientAddress");
  const { server, url } = context;
  if (server.file === undefined || server.options === UNKNOWN) {
    return [];
  }
  const [platform, ...others] = PLATFORMS.filter(({ sign }) => answer?.headers.has(sign));
  if (option === "socket" && server.isNext) {
    return [
      fail(
        'clientAddress is "socket", but Next passes no socket address, so visitors have no known address.',
        {
          fix: platform ? choose(platform) : "Set clientAddress to { header } or { hops }.",
          page: PAGE,
        },
      ),
    ];
  }
  const behind = platform
    ? `The app is behind ${[platform, ...others].map(({ name }) => name).join(" and ")}`
    : undefined;
  if (option === undefined || option === "auto") {
    if (platform) {
      return [
        warn(`${behind}, and clientAddress is not set.`, { fix: choose(platform), page: PAGE }),
      ];
    }
    if (url !== null && LOOPBACK.test(url.hostname)) {
      return [ok("clientAddress is not set, which is correct for an app on this machine.")];
    }
    const text = server.isNext
      ? "clientAddress is not set, so the SDK uses the last entry of X-Forwarded-For. This is correct only if the app is behind exactly one proxy of your own."
      : "clientAddress is not set, so the SDK uses the socket address if it is public, otherwise the last entry of X-Forwarded-For.";
    return [
      warn(text, {
        fix: "Set clientAddress to { header } with the header that your proxy overwrites, or to { hops } with the number of your proxies.",
        page: PAGE,
      }),
    ];
  }
  const header = isObject(option) ? option.header : undefined;
  const fits = PLATFORMS.find(
    (one) => typeof header === "string" && one.header === header.toLowerCase(),
  );
  if (answer && fits && !answer.headers.has(fits.sign)) {
    if (!platform && LOOPBACK.test(answer.url.hostname)) {
      return [
        ok(
          `${describe(option)}. Only the deployed app can show whether ${fits.name} sets this header.`,
        ),
      ];
    }
    return [
      fail(
        `${describe(option)}, but the response shows no sign of ${fits.name}, so visitors could forge their address.`,
        {
          fix: platform
            ? choose(platform)
            : "Set clientAddress to the header or the hops of your own proxy.",
          page: PAGE,
        },
      ),
    ];
  }
  return [ok(`${describe(option)}.${behind ? ` ${behind}.` : ""}`)];
}
