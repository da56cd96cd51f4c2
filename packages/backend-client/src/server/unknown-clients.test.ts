import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

let memory: MemoryBackend;
let sessions: SessionServer;

beforeEach(() => {
  memory = createMemoryBackend();
  sessions = createSessionServer(memory.backend, { clientLimit: { burst: 3, perMinute: 6 } });
});

/** A guess at somebody's password, and the code it is answered with. */
async function guess(headers: Record<string, string> = {}): Promise<string | undefined> {
  const scope = sessions.open(memory.createJar().request("/", { headers }));
  const { error } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  return error?.code;
}

const guesses = async (count: number, headers?: Record<string, string>) => {
  const codes = [];
  for (let call = 0; call < count; call++) codes.push(await guess(headers));
  return codes;
};

describe("visitors whose address is not known", () => {
  it.each([
    ["no header", undefined],
    ["a private address", { "x-forwarded-for": "203.0.113.9, 10.0.0.1" }],
    ["what is no address", { "x-forwarded-for": "unknown" }],
  ])("count as one larger client (%s)", async (_name, headers) => {
    const codes = await guesses(31, headers);
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(30);
    expect(codes.at(-1)).toBe("rate_limited");
    expect(memory.calls).toHaveLength(30);
    memory.clock.skip(1000);
    expect(await guesses(2, headers)).toEqual(["invalid_credentials", "rate_limited"]);
  });

  it("do not use up what a visitor with an address may do, nor one who is signed in", async () => {
    const jar = memory.createJar();
    await memory.signIn(jar);
    await guesses(31);
    expect(await guess({ "x-forwarded-for": "203.0.113.9" })).toBe("invalid_credentials");
    const { error } = await sessions.open(jar.request("/")).auth.getUser();
    expect(error).toBeNull();
  });

  it("cannot get around that with made-up sessions", async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const real = await memory.auth.signIn();
    for (let call = 0; call < 40; call++) {
      const jar = memory.createJar();
      const access_token = `${part({ alg: "ES256" })}.${part({ session_id: `s${call}` })}.x`;
      memory.seed(jar, { ...real, access_token, refresh_token: `r${call}`, expires_in: 60 });
      await sessions.open(jar.request("/")).session();
    }
    expect(memory.count("/auth/v1/token")).toBe(30);
  });

  it("are not counted where the app says so", async () => {
    sessions = createSessionServer(memory.backend, { clientLimit: false });
    expect(new Set(await guesses(40))).toEqual(new Set(["invalid_credentials"]));
  });
});
