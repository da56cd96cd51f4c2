import { defineBackend } from "../src/config/define-backend.js";
import { createMemoryJar, type MemoryJar } from "../src/testing/index.js";
import { writeSession } from "../src/testing/write-session.js";

export interface Visitor {
  readonly jar: MemoryJar;
  send(path: string, init?: RequestInit): Promise<Response>;
  json(path: string, init?: RequestInit): Promise<Record<string, unknown>>;
  hold(tokens: { access_token: string; refresh_token: string; expires_in: number }): void;
}

export function createVisitor(origin: string): Visitor {
  const jar = createMemoryJar({ origin });
  const send: Visitor["send"] = async (path, init = {}) =>
    jar.take(
      await fetch(origin + path, {
        ...init,
        redirect: "manual",
        headers: { origin, "sec-fetch-site": "same-origin", ...init.headers, cookie: jar.header() },
      }),
    );
  return {
    jar,
    send,
    json: async (path, init) => (await send(path, init)).json() as Promise<Record<string, unknown>>,
    hold: (tokens) => writeSession(jar, defineBackend(), tokens),
  };
}
