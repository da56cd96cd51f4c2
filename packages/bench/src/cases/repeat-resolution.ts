import { jwtVerify } from "jose";
import { measureCpu, pick, side } from "../measure.ts";
import { createBetterAuth } from "../peers/better-auth.ts";
import { ironSessionCookie, readIronSession } from "../peers/iron-session.ts";
import { nextAuthCookie, readNextAuth } from "../peers/next-auth.ts";
import { auth0Request, nextjsAuth0Cookie, readNextjsAuth0 } from "../peers/nextjs-auth0.ts";
import { verifyBare } from "../peers/node-crypto.ts";
import { openSsr } from "../peers/ssr.ts";
import { type Figure, formatNumber } from "../report.ts";
import { openOurs, pageRequest, signInPeople } from "../scene/people.ts";
import { startUpstream } from "../scene/upstream.ts";

const PEOPLE = 100;
const ROUNDS = 7;

export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  try {
    const people = await signInPeople(upstream, PEOPLE);
    const claims = people.map(({ tokens }) => ({ ...tokens.user, access_token: undefined }));
    const sealed = await Promise.all(claims.map(ironSessionCookie));
    const encrypted = await Promise.all(claims.map(nextAuthCookie));
    const auth0 = await Promise.all(
      people.map(({ tokens }) =>
        nextjsAuth0Cookie({ ...tokens.user, sub: String(tokens.user.id) }),
      ),
    );
    const betterAuth = createBetterAuth();
    const cached: string[][] = [];
    for (let index = 0; index < 10; index++) {
      cached.push(await betterAuth.signUp(`maria.${index}@example.test`));
    }

    const server = openOurs(upstream);
    const cpu = await measureCpu(
      {
        ours: side({
          // A round with fewer runs would mostly measure garbage collection.
          times: 10_000,
          prepare: (turn) => pageRequest(pick(people, turn).ours),
          run: (request) => server.open(request).session(),
        }),
        ssr: side({
          times: 200,
          prepare: (turn) => pageRequest(pick(people, turn).ssr),
          run: (request) => openSsr(upstream.url, request).auth.getClaims(),
        }),
        nextAuth: side({
          times: 300,
          prepare: (turn) => pick(encrypted, turn),
          run: readNextAuth,
        }),
        nextjsAuth0: side({
          times: 300,
          prepare: (turn) => auth0Request(pick(auth0, turn)),
          run: readNextjsAuth0,
        }),
        ironSession: side({
          times: 300,
          prepare: (turn) => pick(sealed, turn),
          run: readIronSession,
        }),
        betterAuth: side({
          times: 300,
          prepare: (turn) => pageRequest(pick(cached, turn)),
          run: betterAuth.read,
        }),
        jose: side({
          times: 300,
          prepare: (turn) => pick(people, turn).tokens.access_token,
          run: (token) => jwtVerify(token, upstream.key.publicKey),
        }),
        bare: side({
          times: 300,
          prepare: (turn) => pick(people, turn).tokens.access_token,
          run: (token) => verifyBare(token, upstream.key.publicKey),
        }),
      },
      ROUNDS,
    );
    return [
      {
        id: "P1",
        name: "repeat resolution, CPU",
        ours: `${formatNumber(cpu.ours)} µs`,
        peer: `ssr getClaims ${formatNumber(cpu.ssr)} µs`,
        ratio: cpu.ssr / cpu.ours,
        goal: { bound: ">=", ratio: 50, unit: "× less" },
        leavesOut:
          "excludes the framework's own work, the first check of a token (P2), refreshes, memory, and ssr getUser, which also makes a call (P5); 100 people, each request with its own cookie header",
        comparisons: [
          `next-auth 4 decode ${formatNumber(cpu.nextAuth)} µs, nextjs-auth0 getSession ${formatNumber(cpu.nextjsAuth0)} µs, iron-session unseal ${formatNumber(cpu.ironSession)} µs, better-auth getSession with cookie cache ${formatNumber(cpu.betterAuth)} µs: sessions of other services, for scale`,
          `jose jwtVerify ${formatNumber(cpu.jose)} µs, bare node:crypto ${formatNumber(cpu.bare)} µs: one ES256 verification without any cookie`,
        ],
      },
    ];
  } finally {
    await upstream.close();
  }
}
