import { requestsPerSecond } from "../load.ts";
import { median } from "../measure.ts";
import { type NextApp, startNextApp } from "../peers/next-app.ts";
import { type Figure, formatNumber } from "../report.ts";
import { pageRequest, signInPeople } from "../scene/people.ts";
import { ANON_KEY, startUpstream } from "../scene/upstream.ts";

const WARM_UP_ROUNDS = 4;
const ROUNDS = 12;
/** Short, so that a load peak of the machine affects all apps alike. */
const ROUND_MS = 500;
const CONNECTIONS = 8;

/** The headers that a browser sends for a document, and Next's router for a soft navigation. */
const KINDS = {
  document: {},
  "soft navigation": { rsc: "1", accept: "*/*" },
} as const;

type Kind = keyof typeof KINDS;

interface Visitor {
  app: NextApp;
  headers: Record<string, string>;
  shows: string;
}

/** Next requires a checksum in the address of a soft navigation. */
async function findPath({ app, headers, shows }: Visitor, kind: Kind): Promise<string> {
  let path = "/inbox";
  for (let hops = 0; hops < 3; hops++) {
    const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, {
      headers: { ...headers, ...KINDS[kind] },
      redirect: "manual",
    });
    const text = await answer.text();
    const location = answer.headers.get("location");
    if (answer.status === 200 && text.includes(shows)) return path;
    if (location === null || !location.includes("/inbox")) break;
    const { pathname, search } = new URL(location, `http://127.0.0.1:${app.port}`);
    path = pathname + search;
  }
  throw new Error(`The page of a ${kind} does not show ${shows}.`);
}

/** The requests per second of each visitor in each round, one visitor after the other. */
async function race(visitors: readonly Visitor[], kind: Kind): Promise<number[][]> {
  const paths = await Promise.all(visitors.map((visitor) => findPath(visitor, kind)));
  const rates: number[][] = visitors.map(() => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [index, { app, headers }] of visitors.entries()) {
      const rate = await requestsPerSecond({
        port: app.port,
        paths: [paths[index] ?? ""],
        headers: { ...headers, ...KINDS[kind] },
        connections: CONNECTIONS,
        milliseconds: ROUND_MS,
      });
      if (round >= WARM_UP_ROUNDS) rates[index]?.push(rate);
    }
  }
  return rates;
}

function ratioOf(ours: readonly number[] = [], theirs: readonly number[] = []): number {
  return median(ours.map((one, index) => one / (theirs[index] ?? 0)));
}

/** P4: pages per second of the same page, signed in, guarded as each library recommends. */
export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  const apps: NextApp[] = [];
  try {
    const [person] = await signInPeople(upstream, 1);
    if (!person) throw new Error("No user is signed in.");
    const env = { SUPABASE_URL: upstream.url, SUPABASE_ANON_KEY: ANON_KEY };
    const email = String(person.tokens.user.email);
    const visit = async (
      name: string,
      cookies: readonly string[],
      shows = email,
    ): Promise<Visitor> => {
      const app = await startNextApp(name, env);
      apps.push(app);
      return { app, shows, headers: Object.fromEntries(pageRequest(cookies).headers) };
    };
    const ours = await visit("next-ours", person.ours);
    const ssr = await visit("next-ssr", person.ssr);
    const nonce = await visit("next-nonce", person.ours, "No session is read");

    const soft = await race([ours, ssr], "soft navigation");
    const document = await race([ours, ssr, nonce], "document");
    const figure = (kind: Kind, rates: number[][], goal: number, leavesOut: string): Figure => ({
      id: "P4",
      name: `Next page of a signed-in user, ${kind}, req/s`,
      ours: formatNumber(median(rates[0] ?? [])),
      peer: `ssr getClaims in proxy and page ${formatNumber(median(rates[1] ?? []))}`,
      ratio: ratioOf(rates[0], rates[1]),
      goal: { bound: ">=", ratio: goal, unit: "×" },
      leavesOut: `the page's own data: it shows an email address and nothing else; ${leavesOut}`,
    });
    const floor = `a page that reads no session, behind a proxy that only sets the nonce, ${formatNumber(median(document[2] ?? []))}: ${formatNumber(ratioOf(document[2], document[1]))}× is the most there is to win with a nonce`;
    return [
      figure(
        "soft navigation",
        soft,
        2.5,
        "ours skips the proxy, the peer's matcher runs it for every request",
      ),
      {
        ...figure("document", document, 2.2, "ours sets a CSP nonce in its proxy, the peer none"),
        beside: [floor],
      },
    ];
  } finally {
    for (const app of apps) await app.stop();
    await upstream.close();
  }
}
