import type { Backend, NoClaims, UntypedDatabase } from "../config/define-backend.js";
import { createLog } from "../config/logger.js";
import { type CookieMethods, parseCookieHeader } from "../cookies/jar.js";
import type { BackendError } from "../errors/backend-error.js";
import type { Report } from "../session/report-types.js";
import type { Credential } from "./bearer.js";
import { handle } from "./handlers/handle.js";
import { HookRunner, type WaitUntil } from "./hook-runner.js";
import type { InnerScope } from "./inner-scope.js";
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
import { createScope } from "./scope.js";
import type { Scope } from "./scope-type.js";
import { warnAtStart } from "./start-warnings.js";
import { createReport } from "./watcher.js";

/** A request's cookies and, if available, its headers. For frameworks without `Request`. */
export interface CookieSource {
  /** Reads the request's cookies, and sets cookies on the response if the framework allows it. */
  cookies: CookieMethods;
  /**
   * The request's headers, which show prefetches, https and the visitor's address. Default: none.
   */
  headers?: Pick<Headers, "get"> | undefined;
}

/** Options for opening a scope. */
export interface OpenOptions {
  /**
   * If true, the scope never rotates tokens and never sets cookies, for a framework that cannot set
   * them. Default: true if the cookies have no `setAll`, otherwise false.
   */
  isReadOnly?: boolean | undefined;
  /**
   * Aborts every call of the scope with `aborted`. A refresh that has started continues, because
   * other requests may wait for it. Default: each call runs until its own deadline.
   */
  signal?: AbortSignal | undefined;
  /**
   * The credentials that the scope accepts. With `bearer`, a request with `Authorization: Bearer …`
   * acts as the user of that token. The scope then ignores the cookies, never refreshes, and
   * returns `cookies_read_only` from flows that change the session. Default: `["cookie"]`.
   */
  accept?: readonly Credential[] | undefined;
  /** Remote address, such as Node's `request.socket.remoteAddress`. Default: unknown. */
  socketAddress?: string | undefined;
  /**
   * Receives background work, such as the hook `signedIn`, on a platform that stops after the
   * response. On Workers pass `(work) => ctx.waitUntil(work)`. Default: the work continues in the
   * process.
   */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Manages a backend's sessions on any runtime that has `Request` and `Response`. */
export interface SessionServer<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /**
   * Opens the scope of one request. Opening reads no cookies and sends no request.
   * @example
   * const scope = sessions.open(request);
   * const session = await scope.session();
   * return scope.apply(response);
   */
  open(source: Request | CookieSource, options?: OpenOptions): Scope<Database, Claims>;
  /**
   * Creates a handler for your own route. The handler opens the scope, checks the origin of
   * requests that use cookies and may change data, responds to CORS preflights, turns a thrown
   * `BackendError` into a JSON response, and adds the scope's cookies to the response, also to a
   * thrown `Response`. Passes other errors to `onError`, or throws them.
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
   * sign-out · GET callback · GET/POST confirm · POST passkey/…. A HEAD request changes nothing.
   */
  handle(
    request: Request,
    options?: Pick<OpenOptions, "socketAddress" | "waitUntil">,
  ): Promise<Response>;
  /**
   * Refuses a state-changing request that a page of another site may have caused, by `Origin` and
   * `Sec-Fetch-Site`.
   * @returns the error, `origin_mismatch` with status 403, or null
   * @example
   * const refusal = sessions.checkOrigin(request);
   * if (refusal) return Response.json({ error: refusal }, { status: 403 });
   */
  checkOrigin(request: OriginSource): BackendError | null;
  /** The server's options, with defaults. */
  readonly settings: Readonly<ServerSettings>;
}

const finishLater: WaitUntil = () => undefined;

const COOKIES: readonly Credential[] = ["cookie"];

const NO_HEADERS: OriginSource = { headers: { get: () => null } };

/**
 * Creates the session server of a backend. Create one server for the whole process.
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
    // The request may not show its scheme. Then, assume the scheme of the project's URL.
    backend.url.startsWith("https:");

  const hostOf = (source: OriginSource): string | undefined => {
    const host = ownHost(source, settings.origin);
    return host !== null && URL.canParse(`http://${host}`)
      ? new URL(`http://${host}`).hostname
      : undefined;
  };

  const hasWatcher = Object.keys(settings.hooks).length > 0 || settings.telemetry !== undefined;

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
    // Next's request also has `cookies`. Only a `Request` has a `method`.
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
