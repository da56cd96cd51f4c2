import { defineBackend } from "@dossier/backend-client";
import { createSessionServer, type SessionServer } from "@dossier/backend-client/server";
import { openSsr, type SsrCookie, ssrCookiePairs } from "../peers/ssr.ts";
import { createGoogleUser } from "./google-user.ts";
import type { SigningKey } from "./signing-key.ts";
import { ANON_KEY, type IssueOptions, type TokenAnswer, type Upstream } from "./upstream.ts";

export interface Person {
  tokens: TokenAnswer;
  ours: string[];
  ssr: string[];
}

/** Cookies of other libraries, which each session library must skip. */
const OTHERS = ["_ga=GA1.1.1894620817.1763611200", "theme=dark", "locale=en-GB"];

const CREDENTIALS = { email: "maria@example.test", password: "correct horse" };

/**
 * Creates a new cookie string for each request, as a server does. Otherwise, a library that caches
 * by string would have an advantage.
 */
export function pageRequest(cookies: readonly string[]): Request {
  const header = Buffer.from([...OTHERS, ...cookies].join("; "), "latin1").toString("latin1");
  return new Request("http://127.0.0.1:3000/inbox", {
    headers: {
      accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "accept-language": "en-GB,en;q=0.9",
      cookie: header,
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
      "sec-fetch-site": "same-origin",
      "user-agent": "Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    },
  });
}

export function openOurs(upstream: Pick<Upstream, "url">): SessionServer {
  return createSessionServer(defineBackend({ url: upstream.url, anonKey: ANON_KEY }));
}

function cookiesSetBy(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .filter((line) => !/; Max-Age=0(;|$)/i.test(line))
    .map((line) => line.split(";", 1)[0] ?? "");
}

const answering =
  (tokens: TokenAnswer, key: SigningKey): typeof fetch =>
  async (input) =>
    Response.json(String(input).includes("jwks") ? { keys: [key.jwk] } : tokens, {
      headers: { "x-supabase-api-version": "2024-01-01" },
    });

/**
 * Signs in through a different URL, so that the caches for the URL of `upstream` contain neither
 * the tokens nor the key.
 */
export async function oursCookies(
  upstream: Upstream,
  tokens: TokenAnswer,
  key: SigningKey = upstream.key,
): Promise<string[]> {
  const backend = defineBackend({
    url: `${upstream.url}/elsewhere`,
    anonKey: ANON_KEY,
    issuer: `${upstream.url}/auth/v1`,
    runtime: {
      fetch: answering(tokens, key),
      now: () => (tokens.expires_at - tokens.expires_in) * 1000,
    },
  });
  // Hundreds of users sign in from one IP address, so the rate limits are disabled.
  const sessions = createSessionServer(backend, { clientLimit: false, serviceLimit: false });
  const scope = sessions.open(new Request("http://127.0.0.1:3000/sign-in"));
  const { error } = await scope.auth.signInWithPassword(CREDENTIALS);
  if (error) throw error;
  return cookiesSetBy(scope.apply(new Response(null)));
}

export async function ssrCookies(upstream: Upstream, tokens: TokenAnswer): Promise<string[]> {
  const set: SsrCookie[] = [];
  const client = openSsr(upstream.url, null, {
    set: (cookies) => set.push(...cookies),
    fetch: answering(tokens, upstream.key),
  });
  const { error } = await client.auth.signInWithPassword(CREDENTIALS);
  if (error) throw error;
  return ssrCookiePairs(set);
}

export async function signInPeople(
  upstream: Upstream,
  count: number,
  options: IssueOptions = {},
): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index++) {
    const tokens = upstream.issue(createGoogleUser(index), options);
    people.push({
      tokens,
      ours: await oursCookies(upstream, tokens, options.key),
      ssr: await ssrCookies(upstream, tokens),
    });
  }
  return people;
}
