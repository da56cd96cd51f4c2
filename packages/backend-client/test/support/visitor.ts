import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import type { Session } from "../../src/session/session.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryJar,
} from "../../src/testing/index.js";

export interface Visitor {
  memory: MemoryBackend;
  box: MemoryJar;
  sessions: SessionServer;
  signedIn(lifetimeSeconds?: number): Promise<void>;
  visit(options?: {
    isReadOnly?: boolean;
    headers?: Record<string, string>;
  }): Promise<{ session: Session; response: Response }>;
}

export function createVisitor(): Visitor {
  const memory = createMemoryBackend();
  const box = memory.createJar();
  const sessions = createSessionServer(memory.backend);
  return {
    memory,
    box,
    sessions,
    async signedIn(lifetimeSeconds = 3600) {
      memory.seed(box, await memory.auth.signIn({ lifetimeSeconds }));
    },
    async visit({ headers = {}, isReadOnly } = {}) {
      const scope = sessions.open(box.request("/", { headers }), { isReadOnly });
      const session = await scope.session();
      const response = box.take(scope.apply(new Response("page")));
      return { session, response };
    },
  };
}
