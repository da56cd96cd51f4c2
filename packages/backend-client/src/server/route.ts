import { type BackendError, isBackendError, isSessionOver } from "../errors/backend-error.js";
import type { Credential } from "./bearer.js";
import {
  type CorsOptions,
  isPreflight,
  parseOrigins,
  respondPreflight,
  withCorsHeaders,
} from "./cors.js";
import { readBearer } from "./read-bearer.js";
import type { Scope } from "./scope-type.js";

/** Options of `sessions.route`. */
export interface RouteOptions {
  /** The credentials that the route accepts. Default: `["cookie"]`. */
  accept?: readonly Credential[] | undefined;
  /** Other origins whose pages may call the route with a bearer token. Default: none. */
  cors?: CorsOptions | undefined;
  /**
   * Returns the response for a thrown value that is neither a `BackendError` nor a `Response`. The
   * route sets the session's cookies on this response, so the browser receives new tokens. Default:
   * the route throws the value again, so the browser receives no new tokens.
   * @example
   * const onError = (thrown: unknown) => {
   *   console.error(thrown);
   *   return Response.json({ error: "internal" }, { status: 500 });
   * };
   */
  onError?: ((thrown: unknown, request: Request) => Response | Promise<Response>) | undefined;
}

/** The function that the app writes for a route. */
export type RouteHandler<Database, Claims extends object> = (
  request: Request,
  scope: Scope<Database, Claims>,
) => Response | Promise<Response>;

interface RouteParts<Database, Claims extends object> {
  open(request: Request, options: { accept: readonly Credential[] }): Scope<Database, Claims>;
  checkOrigin(request: Request): BackendError | null;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
const RETRY_AFTER_DEFAULT = 5;

function statusOf(error: BackendError): number {
  const { kind, code } = error;
  if (isSessionOver(error) || (kind === "auth" && code === "token_invalid")) return 401;
  if (kind === "auth" && (code === "insufficient_aal" || code === "origin_mismatch")) return 403;
  if (kind === "network" && code === "rate_limited") return 429;
  if (kind === "network" || error.retryable) return 503;
  return kind === "database" && code === "42501" ? 403 : 500;
}

function respondWithError(error: BackendError, acceptsBearer: boolean): Response {
  const status = statusOf(error);
  const headers = new Headers();
  if (status === 401 && acceptsBearer) {
    const isInvalid = error.kind === "auth" && error.code === "token_invalid";
    headers.set("www-authenticate", isInvalid ? 'Bearer error="invalid_token"' : "Bearer");
  }
  if (status === 429 || status === 503) {
    headers.set("retry-after", String(error.retryAfterSeconds ?? RETRY_AFTER_DEFAULT));
  }
  return Response.json({ error: error.toJSON() }, { status, headers });
}

export function createRoute<Database, Claims extends object>(
  { accept = ["cookie"], cors, onError }: RouteOptions,
  handler: RouteHandler<Database, Claims>,
  { open, checkOrigin }: RouteParts<Database, Claims>,
): (request: Request) => Promise<Response> {
  const acceptsCookies = accept.includes("cookie");
  const acceptsBearer = accept.includes("bearer");
  const origins = cors ? parseOrigins(cors, acceptsCookies) : new Set<string>();

  async function run(request: Request, scope: Scope<Database, Claims>): Promise<Response> {
    const hasBearer = acceptsBearer && readBearer(request.headers) !== null;
    if (hasBearer) {
      const session = await scope.session();
      if (session.status === "unauthenticated" && session.error) throw session.error;
    } else if (acceptsCookies && !READS.has(request.method)) {
      const refusal = checkOrigin(request);
      if (refusal) throw refusal;
    }
    return await handler(request, scope);
  }

  return async (request) => {
    if (cors && isPreflight(request)) return respondPreflight(request, origins);
    const scope = open(request, { accept });
    const finish = (response: Response): Response => {
      const applied = scope.apply(response);
      return cors ? withCorsHeaders(applied, request, origins) : applied;
    };
    const answered = await run(request, scope).catch((thrown: unknown) => {
      if (isBackendError(thrown)) return respondWithError(thrown, acceptsBearer);
      // In React Router, a thrown `Response` is sent to the browser, so set the cookies on it.
      if (thrown instanceof Response) throw finish(thrown);
      if (onError) return onError(thrown, request);
      throw thrown;
    });
    return finish(answered);
  };
}
