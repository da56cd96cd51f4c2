import { describe } from "vitest";
import { createMemoryBackend } from "../../src/testing/index.js";
import { describeSessions } from "./sessions.js";

describe("the contract on the memory backend", () => {
  describeSessions({
    async open() {
      const memory = createMemoryBackend({
        rest: ({ claims }) => Response.json(claims ? "authenticated" : "anon"),
      });
      const requests: string[] = [];
      memory.backend.runtime.fetch = (input, init) => {
        requests.push(new URL(String(input)).pathname);
        return memory.fetch(input, init);
      };
      return {
        backend: memory.backend,
        requests,
        later: memory.clock.skip,
        serviceNow: memory.clock.now,
        mailbox: memory.mailbox,
        faults: memory.faults,
        rotateSigningKey: memory.auth.rotateSigningKey,
      };
    },
  });
});
