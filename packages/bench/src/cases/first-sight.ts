import { measureCpu, side } from "../measure.ts";
import { verifyBare } from "../peers/node-crypto.ts";
import { openSsr } from "../peers/ssr.ts";
import { type Figure, formatNumber } from "../report.ts";
import { createGoogleUser } from "../scene/google-user.ts";
import { openOurs, oursCookies, pageRequest, ssrCookies } from "../scene/people.ts";
import { startUpstream } from "../scene/upstream.ts";

const ROUNDS = 7;

export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  try {
    const server = openOurs(upstream);
    const issue = (turn: number) => upstream.issue(createGoogleUser(turn));
    const cpu = await measureCpu(
      {
        ours: side({
          times: 300,
          prepare: async (turn) => pageRequest(await oursCookies(upstream, issue(turn))),
          run: (request) => server.open(request, { isReadOnly: true }).session(),
        }),
        bare: side({
          times: 300,
          prepare: (turn) => issue(turn).access_token,
          run: (token) => verifyBare(token, upstream.key.publicKey),
        }),
        ssr: side({
          times: 50,
          prepare: async (turn) => pageRequest(await ssrCookies(upstream, issue(turn))),
          run: (request) => openSsr(upstream.url, request).auth.getClaims(),
        }),
      },
      ROUNDS,
    );
    return [
      {
        id: "P2",
        name: "first-sight resolution, CPU",
        ours: `${formatNumber(cpu.ours)} µs`,
        peer: `bare node:crypto ES256 ${formatNumber(cpu.bare)} µs`,
        ratio: cpu.ours / cpu.bare,
        goal: { bound: "<=", ratio: 2, unit: "×" },
        leavesOut:
          "excludes fetching the key set, which happens once; the peer only checks a signature, and ours also reads cookies and checks issuer, audience, dates and role",
        comparisons: [`ssr getClaims ${formatNumber(cpu.ssr)} µs, which verifies every time`],
      },
    ];
  } finally {
    await upstream.close();
  }
}
