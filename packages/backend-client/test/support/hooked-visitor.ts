import type { LogEntry } from "../../src/config/logger.js";
import type { SessionHooks } from "../../src/server/hooks.js";
import type { SessionServerOptions } from "../../src/server/options.js";
import type { Scope } from "../../src/server/scope-type.js";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryBackendOptions,
  type MemoryJar,
} from "../../src/testing/index.js";

export const ADA = { email: "ada@a.test", password: "correct" };

export interface Notice {
  name: string;
  argument: Record<string, unknown>;
}

export interface HookedVisitor {
  memory: MemoryBackend;
  box: MemoryJar;
  sessions: SessionServer;
  notices: Notice[];
  entries: LogEntry[];
  within<T>(work: (scope: Scope) => T | Promise<T>): Promise<T>;
  argumentsOf(name: keyof SessionHooks): Record<string, unknown>[];
}

const NOTIFICATIONS = ["signedIn", "refreshed", "refused", "signedOut", "serviceFault"] as const;

export function createHookedVisitor(
  { hooks = {}, ...options }: SessionServerOptions = {},
  backend: MemoryBackendOptions = {},
): HookedVisitor {
  const memory = createMemoryBackend(backend);
  memory.auth.createUser(ADA);
  const box = memory.createJar();
  const notices: Notice[] = [];
  const entries: LogEntry[] = [];
  const record = (name: string) => (argument: object) =>
    void notices.push({ name, argument: { ...argument } });
  const sessions = createSessionServer(memory.backend, {
    serviceLimit: false,
    clientLimit: false,
    logger: (entry) => entries.push(entry),
    ...options,
    hooks: { ...Object.fromEntries(NOTIFICATIONS.map((name) => [name, record(name)])), ...hooks },
  });
  return {
    memory,
    box,
    sessions,
    notices,
    entries,
    async within(work) {
      const scope = sessions.open(box.request("/"));
      const result = await work(scope);
      box.take(scope.apply(new Response()));
      await memory.clock.advance(0);
      return result;
    },
    argumentsOf: (name) =>
      notices.filter((notice) => notice.name === name).map(({ argument }) => argument),
  };
}
