import type { Replay, Reply } from "./replay.ts";
import type { Server } from "./servers.ts";

/** Maximum number of calls to reach a rate limit, higher than each limit. */
const MAX_CALLS = 60;

const LIMITED: readonly [name: string, path: string, body: (i: number) => object][] = [
  ["rl verify", "/verify", () => ({ type: "email", email: "rl@example.com", token: "000000" })],
  ["rl otp", "/otp", () => ({ email: "rl@example.com", create_user: false })],
  ["rl recover", "/recover", () => ({ email: "rl@example.com" })],
  ["rl resend", "/resend", () => ({ type: "signup", email: "rl@example.com" })],
  ["rl signup", "/signup", () => ({ email: "nope", password: "passw0rd1" })],
  ["rl anonymous", "/signup", () => ({})],
  [
    "rl password sign-in wrong",
    "/token?grant_type=password",
    () => ({ email: "rl@example.com", password: "wrong" }),
  ],
  ["rl refresh", "/token?grant_type=refresh_token", () => ({ refresh_token: "abcdefgh1234" })],
  [
    "rl signup valid addresses",
    "/signup",
    (i) => ({ email: `rl-${i}@example.com`, password: "passw0rd1" }),
  ],
];

export async function repeatLimits(replay: Replay, { backend }: Server): Promise<void> {
  for (const [index, [name, path, body]] of LIMITED.entries()) {
    const call = (i: number): Promise<Reply> =>
      replay.fetch(`${backend.urls.api}/auth/v1${path}`, "POST", {
        text: JSON.stringify(body(i)),
        headers: {
          apikey: backend.keys.secret,
          "sb-forwarded-for": `192.0.2.${index + 1}`,
          "x-supabase-api-version": "2024-01-01",
        },
      });
    let after = 0;
    let reply = await call(after);
    while (reply.status !== 429 && after < MAX_CALLS) reply = await call(++after);
    replay.made(name, {
      status: reply.status,
      code: reply.body.code,
      message: reply.body.message ?? "",
      headers: [...reply.headers.keys()],
      body: { after, ...reply.body },
    });
  }
}
