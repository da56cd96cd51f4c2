import type { Backend, NoClaims, UntypedDatabase } from "../config/define-backend.js";
import { createLog } from "../config/logger.js";
import { type CookieMethods, parseCookieHeader } from "../cookies/jar.js";
import type { BackendError } from "../errors/backend-error.js";
import type { Report } from "../session/report.js";
import type { Credential } from "./bearer.js";
import { handle } from "./handlers/handle.js";
import { HookRunner, type WaitUntil } from "./hook-runner.js";
import { parseOptions, type ServerSettings, type SessionServerOptions } from "./options.js";
import {
  checkPostOrigin,
  isHttps,
  isPrefetch,
  ORIGIN_CHECK,
  type OriginSource,
  ownHost,
} from "./origin.js";
import { readBearer } from "./read-bearer.js";
import { createRoute, type RouteHandler, type RouteOptions } from "./route.js";
import { createScope, type InnerScope } from "./scope.js";
import type { Scope } from "./scope-type.js";
import { warnAtStart } from "./start-warnings.js";
import { createReport } from "./watcher.js";

/** The cookies of a framework, with the request's headers if available. */
export interface CookieSource {
  /** Reads the request's cookies, and sets those of the response where that is possible. */
  cookies: CookieMethods;
  /** Needed for prefetch, https and the visitor's address. Default: these are not known. */
  headers?: Pick<Headers, "get"> | undefined;
}

/** Options for opening a scope. */
export interface OpenOptions {
  /** Never rotates tokens and never sets cookies, as in a page. Default: true without `setAll`. */
  isReadOnly?: boolean | undefined;
  /**
   * Aborts every call of the scope with `aborted`. Pass `request.signal` to stop when the visitor
   * leaves. A refresh that others wait for continues. Default: calls run to their deadline.
   */
  signal?: AbortSignal | undefined;
  /**
   * The sources of the user. With `bearer`, a request with `Authorization: Bearer …` acts as the
   * user of that token: its cookies are ignored, nothing is refreshed or written, and flows that
   * change the session return `cookies_read_only`. Default: `["cookie"]`.
   */
  accept?: readonly Credential[] | undefined;
  /** Peer of the connection, such as Node's `request.socket.remoteAddress`. Default: not known. */
  socketAddress?: string | undefined;
  /**
   * Receives background work, such as the hook `signedIn`, on platforms that stop after the
   * response: `(work) => ctx.waitUntil(work)` on Workers. Default: the process finishes it.
   */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Sessions of a backend on any runtime with `Request` and `Response`. */
export interface SessionServer<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /**
   * Opens the scope of one request. Reads and sends nothing before the scope is used.
   * @example
   * const scope = sessions.open(request);
   * const session = await scope.session();
   * return scope.apply(response);
   */
  open(source: Request | CookieSource, options?: OpenOptions): Scope<Database, Claims>;
  /**
   * Creates a handler for a route of your own, for the app's pages and for callers with a bearer
   * token. It opens the scope, checks the origin of cookie requests that may change something,
   * responds to CORS preflights, turns a thrown `BackendError` into a JSON response, and applies the
   * scope. Other errors go to `onError`, or are thrown.
   * @throws TypeError with one sentence if an option is malformed
   * @example
   * const list = sessions.route({ accept: ["cookie", "bearer"] }, async (_request, scope) =>
   *   Response.json(unwrap(await scope.db.from("requests").select("id, title"))),
   * );
   */
  route(
    options: RouteOptions,
    handler: RouteHandler<Database, Claims>,
  ): (request: Request, ...ignored: unknown[]) => Promise<Response>;
  /**
   * Handles the requests below `basePath`: GET session · POST refresh · GET refresh?next= · POST
   * sign-out · GET callback · GET/HEAD/POST confirm.
   */
  handle(
    request: Request,
    options?: Pick<OpenOptions, "socketAddress" | "waitUntil">,
  ): Promise<Response>;
  /**
   * Checks a state-changing request to a route of your own, as the handlers check theirs. Refuses
   * it if a page of another site may have caused it (`Sec-Fetch-Site`, else `Origin`).
   * @returns the error, `origin_mismatch` with status 403, or null
   * @example
   * const refusal = sessions.checkOrigin(request);
   * if (refusal) return Response.json({ error: refusal }, { status: 403 });
   */
  checkOrigin(request: OriginSource): BackendError | null;
  /** The options with their defaults. */
  readonly settings: Readonly<ServerSettings>;
}

/** The process does not stop before background work has ended. */
const finishLater: WaitUntil = () => undefined;

const COOKIES: readonly Credential[] = ["cookie"];

const NO_HEADERS: OriginSource = { headers: { get: () => null } };

/**
 * Creates the session server of a backend. Create one for the whole process.
 * @throws TypeError with one sentence if an option is malformed
 * @example
 * const sessions = createSessionServer(backend, { basePath: "/auth" });
 */
export function createSessionServer<Database = UntypedDatabase, Claims extends object = NoClaims>(
  backend: Backend<Database, Claims>,
  options: SessionServerOptions<Database, Claims> = {},
): SessionServer<Database, Claims> {
  const settings = parseOptions(options as SessionServerOptions);
  const log = createLog(settings.logger, backend.runtime.now, backend.name);
  warnAtStart(backend, settings, log);

  const isSecure = (source: OriginSource): boolean =>
    settings.secureCookies ??
    isHttps(source, settings.origin) ??
    // A request may lack these facts. A site in front of a hosted project uses https.
    backend.url.startsWith("https:");

  const hostOf = (source: OriginSource): string | undefined => {
    const host = ownHost(source, settings.origin);
    return host !== null && URL.canParse(`http://${host}`)
      ? new URL(`http://${host}`).hostname
      : undefined;
  };

  const hasWatcher = Object.keys(settings.hooks).length > 0 || settings.telemetry !== undefined;

  /** The log and hooks of one request. */
  const reportTo = (waitUntil: WaitUntil): { log: Report; hooks: HookRunner | null } => {
    if (!hasWatcher) return { log, hooks: null };
    const hooks = new HookRunner(settings.hooks, { runtime: backend.runtime, log, waitUntil });
    return { log: createReport(backend, log, { hooks, telemetry: settings.telemetry }), hooks };
  };

  const openScope = (
    source: Request | CookieSource,
    {
      isReadOnly,
      signal,
      socketAddress,
      accept = COOKIES,
      waitUntil = finishLater,
    }: OpenOptions = {},
  ): InnerScope<Database, Claims> => {
    const bearer = accept.includes("bearer") ? readBearer(source.headers) : null;
    const hasCookies = bearer === null && accept.includes("cookie");
    const shared = { bearer, socketAddress, signal, waitUntil, ...reportTo(waitUntil) };
    // Checks `method`, because Next's request has `cookies` too.
    if (!("method" in source)) {
      const { cookies, headers } = source;
      const isWritable = hasCookies && cookies.setAll !== undefined && !isReadOnly;
      return createScope(backend, settings, {
        getAll: () => (hasCookies ? cookies.getAll() : []),
        ...(cookies.setAll ? { setAll: (changes) => cookies.setAll?.(changes) } : {}),
        secure: () => isSecure(headers ? { headers } : NO_HEADERS),
        host: () => hostOf(headers ? { headers } : NO_HEADERS),
        canWrite: () => isWritable && !(headers && isPrefetch(headers)),
        headers,
        ...shared,
      });
    }
    return createScope(backend, settings, {
      getAll: () => (hasCookies ? parseCookieHeader(source.headers.get("cookie")) : []),
      secure: () => isSecure(source),
      host: () => hostOf(source),
      canWrite: () => hasCookies && !isReadOnly && !isPrefetch(source.headers),
      headers: source.headers,
      ...shared,
    });
  };

  const checkOrigin = (request: OriginSource): BackendError | null => {
    const refusal = checkPostOrigin(request, settings.origin);
    if (refusal)
      reportTo(finishLater).hooks?.notify("refused", { operation: ORIGIN_CHECK, error: refusal });
    return refusal;
  };

  return {
    settings,
    open: openScope,
    checkOrigin,
    route: (options, handler) => createRoute(options, handler, { open: openScope, checkOrigin }),
    handle: (request, options) =>
      handle({
        request,
        scope: openScope(request, options) as InnerScope,
        backend,
        settings,
      }),
  };
}
