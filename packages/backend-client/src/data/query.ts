import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { builderFailure } from "./failure.js";

interface Failure {
  success: false;
  data: null;
  error: BackendError;
  count: null;
  status: number;
  statusText: string;
}

interface Thenable {
  then(resolve: (value: unknown) => unknown, reject?: (reason: unknown) => unknown): unknown;
  throwOnError(): Thenable;
}

type Callback = ((value: unknown) => unknown) | null | undefined;

/**
 * postgrest-js turns an error of its `fetch` into a plain object unless `throwOnError` is set. This
 * wrapper sets `throwOnError` on every query and turns the thrown error back into a result.
 */
export function withBackendErrors<T extends object>(builder: T, throws = false): T {
  return new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name === "then") {
        return (resolve: Callback, reject: Callback) =>
          settle(target as unknown as Thenable, throws).then(resolve, reject);
      }
      return (...values: unknown[]) => {
        const next: unknown = member.apply(target, values);
        const isBuilder = typeof next === "object" && next !== null && !(next instanceof Promise);
        return isBuilder ? withBackendErrors(next, throws || name === "throwOnError") : next;
      };
    },
  });
}

function settle(query: Thenable, throws: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    query.throwOnError().then(resolve, (cause) => {
      const error = isBackendError(cause) ? cause : builderFailure(cause);
      if (throws) reject(error);
      else resolve(failure(error));
    });
  });
}

function failure(error: BackendError): Failure {
  const { status = 0 } = error;
  return { success: false, data: null, error, count: null, status, statusText: "" };
}
