import { cpuOfProcess } from "../cpu.ts";
import { sendLoad } from "../load.ts";
import { median, warmUpInTurn } from "../measure.ts";
import { buildNextApp, type NextApp, serveNextApp } from "../peers/next-app.ts";
import { type Figure, formatNumber } from "../report.ts";
import { pageRequest, signInPeople } from "../scene/people.ts";
import { ANON_KEY, startUpstream } from "../scene/upstream.ts";

/**
 * V8 has compiled the code after this many pages. Pages are counted instead of rounds, because a
 * round loads few pages on a busy machine.
 */
const WARM_UP_PAGES = 1_500;
const ROUNDS = 100;
/** A short round, so that a load peak of the machine affects all apps alike. */
const ROUND_MS = 150;
const CONNECTIONS = 8;

/** Headers of Next's router, in addition to those of `pageRequest`. */
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

interface Pace {
  rates: number[];
  /** CPU microseconds per page of the app's process. NaN if the kernel does not report them. */
  cpu: number[];
}

/**
 * Follows redirects, because Next redirects a soft navigation to a URL with a checksum of the
 * headers.
 */
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

async function race(visitors: readonly Visitor[], kind: Kind): Promise<Pace[]> {
  const paths = await Promise.all(visitors.map((visitor) => findPath(visitor, kind)));
  const send = ({ app, headers }: Visitor, index: number) =>
    sendLoad({
      port: app.port,
      paths: [paths[index] ?? ""],
      headers: { ...headers, ...KINDS[kind] },
      connections: CONNECTIONS,
      milliseconds: ROUND_MS,
    });
  const warmUps = visitors.map((visitor, index) => async () => (await send(visitor, index)).count);
  await warmUpInTurn(warmUps, WARM_UP_PAGES);
  const paces: Pace[] = visitors.map(() => ({ rates: [], cpu: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, visitor] of visitors.entries()) {
      const before = cpuOfProcess(visitor.app.pid);
      const { count, perSecond } = await send(visitor, index);
      paces[index]?.rates.push(perSecond);
      paces[index]?.cpu.push((cpuOfProcess(visitor.app.pid) - before) / count);
    }
  }
  return paces;
}

const rateOf = ({ rates }: Pace): string => `${formatNumber(median(rates))} req/s`;
const cpuOf = ({ cpu }: Pace): number => median(cpu);
const inMicroseconds = (pace: Pace): string => `${Math.round(cpuOf(pace))} µs`;

function timesFaster(one: Pace, other: Pace): number {
  return median(one.rates.map((rate, round) => rate / (other.rates[round] ?? 0)));
}

function timesCheaper(one: Pace, other: Pace): string {
  return `${formatNumber(median(one.cpu.map((cpu, round) => (other.cpu[round] ?? 0) / cpu)))}×`;
}

interface Compared {
  kind: Kind;
  ours: Pace;
  ssr: Pace;
  goal: number;
  leavesOut: string;
  comparisons: readonly string[];
}

const figure = ({ kind, ours, ssr, goal, leavesOut, comparisons }: Compared): Figure => ({
  id: "P4",
  name: `Next page of a signed-in user, ${kind}, req/s`,
  ours: formatNumber(median(ours.rates)),
  peer: `ssr getClaims in proxy and page ${formatNumber(median(ssr.rates))}`,
  ratio: timesFaster(ours, ssr),
  goal: { bound: ">=", ratio: goal, unit: "×" },
  leavesOut: `excludes the page's own data, because the page shows only an email address; ${leavesOut}`,
  comparisons: [
    `CPU per page: ours ${inMicroseconds(ours)}, ssr ${inMicroseconds(ssr)}: ${timesCheaper(ours, ssr)}`,
    ...comparisons,
  ],
});

export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  const apps: NextApp[] = [];
  try {
    const [person] = await signInPeople(upstream, 1);
    if (!person) throw new Error("No user is signed in.");
    const env = { SUPABASE_URL: upstream.url, SUPABASE_ANON_KEY: ANON_KEY };
    const email = String(person.tokens.user.email);
    const visit = async (
      folder: string,
      cookies: readonly string[],
      { shows = email, more = {} }: { shows?: string; more?: Record<string, string> } = {},
    ): Promise<Visitor> => {
      const app = await serveNextApp(folder, { ...env, ...more });
      apps.push(app);
      return { app, shows, headers: Object.fromEntries(pageRequest(cookies).headers) };
    };
    const ssrFolder = await buildNextApp("next-ssr");
    const ours = await visit(await buildNextApp("next-ours"), person.ours);
    const ssr = await visit(ssrFolder, person.ssr);
    const strictSsr = await visit(ssrFolder, person.ssr, { more: { CSP_NONCE: "1" } });
    const floor = await visit(await buildNextApp("next-nonce"), person.ours, {
      shows: "No session is read",
    });

    const document = await race([ours, ssr, strictSsr, floor], "document");
    const soft = await race([ours, ssr], "soft navigation");
    const [ourSoft, ssrSoft] = soft as [Pace, Pace];
    const [ourPage, ssrPage, strictPage, floorPage] = document as [Pace, Pace, Pace, Pace];
    const above = cpuOf(ourPage) - cpuOf(floorPage);
    return [
      figure({
        kind: "soft navigation",
        ours: ourSoft,
        ssr: ssrSoft,
        goal: 2.5,
        leavesOut: "our matcher skips the proxy, and the peer's matcher runs it for every request",
        comparisons: [],
      }),
      figure({
        kind: "document",
        ours: ourPage,
        ssr: ssrPage,
        goal: 2.2,
        leavesOut: "our proxy sets a CSP nonce, and the peer's proxy sets none",
        comparisons: [
          `the floor, which is a page that reads no session behind a proxy that only sets the nonce: ${rateOf(floorPage)}, ${formatNumber(timesFaster(floorPage, ssrPage))}× the peer, the largest possible ratio; CPU ${inMicroseconds(floorPage)}, ${timesCheaper(floorPage, ssrPage)}`,
          `ours above the floor: ${Math.round(above)} µs, ${formatNumber((100 * above) / cpuOf(floorPage))} %`,
          `the same work, the peer with a nonce too: ${rateOf(strictPage)}, ours ${formatNumber(timesFaster(ourPage, strictPage))}×; CPU ${inMicroseconds(strictPage)}, ours ${timesCheaper(ourPage, strictPage)}`,
        ],
      }),
    ];
  } finally {
    for (const app of apps) await app.stop();
    await upstream.close();
  }
}
