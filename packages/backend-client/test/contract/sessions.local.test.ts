import { fileURLToPath } from "node:url";
import { startLocalBackend } from "@dossier/local-backend";
import { describe } from "vitest";
import { defineBackend } from "../../src/config/define-backend.js";
import { describeSessions } from "./sessions.js";

describe("the contract on the local backend", () => {
  describeSessions({
    async open() {
      const local = await startLocalBackend({
        dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
        memory: true,
        ports: { api: 0, db: 0 },
        config: {
          auth: {
            site_url: "http://app.test",
            additional_redirect_urls: ["http://app.test/**"],
            email: { enable_confirmations: true, max_frequency: "0s" },
            mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
            rate_limit: { sign_in_sign_ups: 1000, token_verifications: 1000 },
          },
        },
      });
      const requests: string[] = [];
      let skewMs = 0;
      return {
        backend: defineBackend({
          url: local.urls.api,
          anonKey: local.keys.publishable,
          runtime: {
            now: () => Date.now() + skewMs,
            fetch: (input, init) => {
              requests.push(new URL(String(input)).pathname);
              return fetch(input, init);
            },
          },
        }),
        requests,
        // The service uses the real time, so only the SDK's clock moves ahead.
        later: (milliseconds) => {
          skewMs += milliseconds;
        },
        reset: () => {
          skewMs = 0;
        },
        mailbox: local.mailbox,
        faults: local.faults,
        rotateSigningKey: () => local.rotateSigningKey(),
        close: () => local.stop(),
      };
    },
  });
});
