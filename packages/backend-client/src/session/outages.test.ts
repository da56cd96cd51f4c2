import { describe, expect, it } from "vitest";
import { beginOutage, OUTAGES } from "../../test/support/outages.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend } from "../testing/index.js";

describe.each(Object.entries(OUTAGES))(
  "a request during which calls to the auth service end with %s",
  (_name, fault) => {
    it.each([
      ["has expired", 3_700_000, "unavailable"],
      ["has 60 s left", 3_540_000, "authenticated"],
    ])(
      "keeps the session, which is $2, when the access token $0",
      async (_state, elapsed, expected) => {
        const memory = createMemoryBackend();
        const jar = memory.createJar();
        const sessions = createSessionServer(memory.backend);
        const visit = async () => {
          const scope = sessions.open(jar.request("/"));
          const { status } = await scope.session();
          jar.take(scope.apply(new Response()));
          return status;
        };
        await memory.signIn(jar);
        await visit();
        memory.clock.skip(elapsed);
        const cookies = new Map(jar.cookies);
        const start = memory.clock.now();
        const end = beginOutage(memory, fault);
        expect(await visit()).toBe(expected);
        expect(memory.clock.now() - start).toBeLessThanOrEqual(3000);
        expect(memory.count("/auth/v1/token")).toBeLessThanOrEqual(2);
        expect(new Map(jar.cookies)).toEqual(cookies);
        end();
        memory.clock.skip(60_000);
        expect(await visit()).toBe("authenticated");
      },
    );
  },
);
