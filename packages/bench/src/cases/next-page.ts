import { requestsPerSecond } from "../load.ts";
import { median } from "../measure.ts";
import { type NextApp, startNextApp } from "../peers/next-app.ts";
import { type Figure, formatNumber } from "../report.ts";
import { pageRequest, signInPeople } from "../scene/people.ts";
import { ANON_KEY, startUpstream } from "../scene/upstream.ts";

const ROUNDS = 5;
const ROUND_MS = 1500;
const CONNECTIONS = 8;

/** What a browser sends for a document, and what Next's router sends for a soft navigation. */
const KINDS = {
  document: {},
  "soft navigation": { rsc: "1", accept: "*/*" },
} as const;

type Kind = keyof typeof KINDS;

interface Visitor {
  app: NextApp;
  headers: Record<string, string>;
  email: string;
}

/** The path that answers: Next wants a check sum in the address of a soft navigation. */
async function findPath({ app, headers, email }: Visitor, kind: Kind): Promise<string> {
  let path = "/inbox";
  for (let hops = 0; hops < 3; hops++) {
    const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, {
      headers: { ...headers, ...KINDS[kind] },
      redirect: "manual",
    });
    const text = await answer.text();
    const location = answer.headers.get("location");
    if (answer.status === 200 && text.includes(email)) return path;
    if (location === null || !location.includes("/inbox")) break;
    const { pathname, search } = new URL(location, `http://127.0.0.1:${app.port}`);
    path = pathname + search;
  }
  throw new Error(`The page of a ${kind} does not show who is signed in.`);
}

/** P4: pages per second of the same page, signed in, guarded in the way of each library. */
export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  const apps: NextApp[] = [];
  try {
    const [person] = await signInPeople(upstream, 1);
    if (!person) throw new Error("Nobody is signed in.");
    const env = { SUPABASE_URL: upstream.url, SUPABASE_ANON_KEY: ANON_KEY };
    const visit = async (name: string, cookies: readonly string[]): Promise<Visitor> => {
      const app = await startNextApp(name, env);
      apps.push(app);
      const email = String(person.tokens.user.email);
      return { app, email, headers: Object.fromEntries(pageRequest(cookies).headers) };
    };
    const ours = await visit("next-ours", person.ours);
    const ssr = await visit("next-ssr", person.ssr);

    const figure = async (kind: Kind, goal: number): Promise<Figure> => {
      const paths = [await findPath(ours, kind), await findPath(ssr, kind)] as const;
      const rate = ({ app, headers }: Visitor, path: string): Promise<number> =>
        requestsPerSecond({
          port: app.port,
          paths: [path],
          headers: { ...headers, ...KINDS[kind] },
          connections: CONNECTIONS,
          milliseconds: ROUND_MS,
        });
      const mine: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < 2 + ROUNDS; round++) {
        const one = await rate(ours, paths[0]);
        const other = await rate(ssr, paths[1]);
        if (round < 2) continue;
        mine.push(one);
        theirs.push(other);
      }
      return {
        id: "P4",
        name: `Next page of a signed-in user, ${kind}, req/s`,
        ours: formatNumber(median(mine)),
        peer: `ssr getClaims in proxy and page ${formatNumber(median(theirs))}`,
        ratio: median(mine.map((one, index) => one / (theirs[index] ?? 0))),
        goal: { bound: ">=", ratio: goal, unit: "×" },
        leavesOut:
          kind === "document"
            ? "the page's own data: it shows an e-mail address and nothing else; ours adds a CSP nonce in its proxy, the peer's has none"
            : "the page's own data; ours skips the proxy, the peer's matcher runs it for every request",
      };
    };
    return [await figure("soft navigation", 2.5), await figure("document", 2.2)];
  } finally {
    for (const app of apps) await app.stop();
    await upstream.close();
  }
}
