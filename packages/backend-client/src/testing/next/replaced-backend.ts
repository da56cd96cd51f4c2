import type { Backend, NoClaims } from "../../config/define-backend.js";
import {
  createNextBackend as create,
  type NextBackend,
  type NextBackendOptions,
} from "../../next/create-next-backend.js";
import { currentRequest } from "./request-store.js";

export function createNextBackend<Database, Claims extends object = NoClaims>(
  backend: Backend<Database, Claims> | (() => Backend<Database, Claims>),
  options: NextBackendOptions<Database, Claims> = {},
): NextBackend<Database, Claims> {
  type Next = NextBackend<Database, Claims>;
  const own = create(backend, options);
  const byBackend = new WeakMap<Backend, Next>();
  const now = (): Next => {
    const visited = currentRequest()?.backend;
    if (!visited) return own;
    const known = byBackend.get(visited) ?? create(visited as Backend<Database, Claims>, options);
    byBackend.set(visited, known);
    return known;
  };
  const handle = (method: keyof Next["handlers"]) => (request: Request) =>
    now().handlers[method](request);
  return {
    proxy: (request) => now().proxy(request),
    withSession: (handler) => (request) => now().withSession(handler)(request),
    handlers: { GET: handle("GET"), POST: handle("POST"), HEAD: handle("HEAD") },
    clientState: () => now().clientState(),
    cachedAnonymous: () => now().cachedAnonymous(),
    sessions: () => now().sessions(),
    getSession: () => now().getSession(),
    requireSession: (requirements) => now().requireSession(requirements),
    getBackend: () => now().getBackend(),
    page: (route, render, choices) => (props) => now().page(route, render, choices)(props),
    action:
      (run, choices) =>
      (...args) =>
        now().action(run, choices)(...args),
    guestAction:
      (run) =>
      (...args) =>
        now().guestAction(run)(...args),
  };
}
