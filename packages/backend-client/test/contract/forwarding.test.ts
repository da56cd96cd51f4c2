import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defineBackend } from "../../src/config/define-backend.js";
import { createSessionServer } from "../../src/server/session-server.js";
import { watchSecrets } from "../support/secret-watch.js";

let local: LocalBackend;

beforeAll(async () => {
  local = await startLocalBackend({
    dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
    config: { auth: { sb_forwarded_for_enabled: true, rate_limit: { token_verifications: 1 } } },
  });
}, 120_000);

afterAll(() => local?.stop());

async function guess(address: string, times: number, forwardingKey?: string) {
  const backend = defineBackend({ url: local.urls.api, anonKey: local.keys.publishable });
  const clientAddress = (headers: Pick<Headers, "get">) => headers.get("x-real-ip");
  const watch = watchSecrets(backend);
  const sessions = createSessionServer(backend, {
    ...watch.options,
    clientLimit: false,
    serviceLimit: false,
    clientAddress,
    forwardingKey,
  });
  const headers = new Headers({ "x-real-ip": address });
  let last: string | undefined;
  for (let call = 0; call < times; call++) {
    const scope = sessions.open(new Request("http://app.test/", { headers }));
    const email = "nobody@example.org";
    const { error } = await scope.auth.verifyOtp({ email, token: "000000", type: "email" });
    last = error?.code;
  }
  watch.stop();
  expect(watch.leaks()).toEqual([]);
  return last;
}

it("the auth service counts calls per visitor when the web server has the forwarding key", async () => {
  const { secret } = local.keys;
  expect(await guess("192.0.2.1", 31, secret)).toBe("over_request_rate_limit");
  expect(await guess("192.0.2.2", 1, secret)).toBe("otp_expired");
  // Without the key, the service counts all visitors by this machine's IP address.
  expect(await guess("192.0.2.3", 31)).toBe("over_request_rate_limit");
  // After the service's 429, the SDK pauses calls to this endpoint for all visitors.
  expect(await guess("192.0.2.4", 1)).toBe("rate_limited");
});
