import { AsyncLocalStorage } from "node:async_hooks";
import type { Backend } from "../../config/define-backend.js";
import type { CookieStore } from "./request-cookies.js";

export type RequestPhase = "page" | "action" | "route";

export interface TestRequest {
  phase: RequestPhase;
  headers: Headers;
  cookies: CookieStore;
  backend: Backend;
  isDraft: boolean;
  later: (() => unknown)[];
  results: Map<unknown, unknown>;
}

/** The symbol is global, because the app and the test may load two copies of this file. */
const KEY = Symbol.for("@dossier/backend-client/testing/next");

function storage(): AsyncLocalStorage<TestRequest> {
  const shared = globalThis as { [KEY]?: AsyncLocalStorage<TestRequest> };
  shared[KEY] ??= new AsyncLocalStorage();
  return shared[KEY];
}

export function runInRequest<T>(request: TestRequest, run: () => T): T {
  return storage().run(request, run);
}

export function currentRequest(): TestRequest | undefined {
  return storage().getStore();
}

export function requireRequest(name: string): TestRequest {
  const request = currentRequest();
  if (request) return request;
  throw new Error(
    `${name}() was called outside a request. Call it in a page or an action that a visitor of createNextTest runs.`,
  );
}

export function requireChange(name: string): TestRequest {
  const request = requireRequest(name);
  if (request.phase !== "page") return request;
  throw new Error(`${name}() was called while a page renders. Call it in an action or a route.`);
}
