import {
  type Backend,
  defineBackend,
  type NoClaims,
  type UntypedDatabase,
} from "../config/define-backend.js";
import { defaultRuntime, type Runtime } from "../config/runtime.js";
import type { VerifiedClaims } from "../session/claims.js";
import { parseJwt } from "../session/jwt.js";
import { answerAuth, createMemoryAuth, type MemoryAuth } from "./auth/memory-auth.js";
import type { MemoryTokens, NewSession } from "./auth/sessions.js";
import { createSigner } from "./auth/signer.js";
import { createAuthState, type MemoryAuthOptions, type MemoryUser } from "./auth/state.js";
import { createEmailSink, type EmailSink } from "./email-sink.js";
import { createFaults, type Faults, type MemoryCall } from "./faults.js";
import { createMemoryJar, type MemoryJar } from "./memory-jar.js";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.js";
import { writeSession } from "./write-session.js";

/** A request to REST, storage or functions, which a handler of the test receives. */
export interface MemoryRequest {
  /** The request as the app sent it. The backend has not read the body. */
  request: Request;
  /** Path below the service's path, such as `/requests`. */
  path: string;
  /** The parsed query of the request. */
  query: URLSearchParams;
  /** Claims of the caller's token. Null for an anonymous caller. */
  claims: VerifiedClaims | null;
}

/** Handles the requests to a service that the memory backend does not implement. */
export type MemoryHandler = (request: MemoryRequest) => Response | Promise<Response>;

/** Options of {@link createMemoryBackend}. */
export interface MemoryBackendOptions {
  /** Handles requests below `/rest/v1`. Default: a response with status 501. */
  rest?: MemoryHandler | undefined;
  /** Handles requests below `/storage/v1`. Default: a response with status 501. */
  storage?: MemoryHandler | undefined;
  /** Handles requests below `/functions/v1`. Default: a response with status 501. */
  functions?: MemoryHandler | undefined;
  /** Lifetimes and rules of the auth service. Default: those of Supabase. */
  auth?: MemoryAuthOptions | undefined;
  /**
   * The clock of the backend. Default: an automatic clock, which jumps to the next timer when all
   * work waits.
   */
  clock?: VirtualClock | undefined;
  /**
   * Parts of the runtime to replace. Default: no lock, and bytes that count upward instead of
   * random bytes.
   */
  runtime?: Partial<Pick<Runtime, "lock" | "randomBytes">> | undefined;
}

export type BackendClock = Pick<VirtualClock, "now" | "monotonicNow" | "schedule" | "hold">;

/** A backend in this process: the auth service, a clock, and handlers for the other services. */
export interface MemoryBackend<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /**
   * The backend to pass to `createSessionServer`, `createNextBackend` or `createBrowserBackend`.
   */
  readonly backend: Backend<Database, Claims>;
  /** The auth service: accounts, sessions and keys. */
  readonly auth: MemoryAuth;
  /** The clock that the backend, the auth service and the cookie jars use. */
  readonly clock: VirtualClock;
  /** The faults to inject. */
  readonly faults: Faults;
  /** Emails that the service would have sent. */
  readonly mailbox: EmailSink;
  /** Every request that the backend received, oldest first. */
  readonly calls: MemoryCall[];
  /** Returns the number of requests whose path starts with this text, such as `/auth/v1/token`. */
  count(path: string): number;
  /** The function that responds to requests. The same as `backend.runtime.fetch`. */
  readonly fetch: typeof fetch;
  /** Creates the cookie jar of a browser. The jar uses this backend's clock. */
  createJar(): MemoryJar;
  /**
   * Signs a user in without a flow and puts the session's cookies into a jar.
   * @returns the tokens, which an app never sees
   */
  signIn(
    jar: MemoryJar,
    session?: NewSession & { user?: MemoryUser | undefined },
  ): Promise<MemoryTokens>;
  /** Writes the session cookies for these tokens into a jar, as a sign-in does. */
  seed(
    jar: MemoryJar,
    tokens: Pick<MemoryTokens, "access_token" | "refresh_token" | "expires_in">,
  ): void;
}

const SERVICES = ["rest", "storage", "functions"] as const;

/** Backends with the same URL share state in the SDK, so each memory backend needs its own URL. */
function createAddress(): string {
  return `http://memory-${crypto.randomUUID().slice(0, 13)}.test`;
}

async function readCall(request: Request, anonKey: string): Promise<MemoryCall> {
  const { pathname, search } = new URL(request.url);
  const token = request.headers.get("authorization")?.replace(/^Bearer /i, "") ?? anonKey;
  const isJson = request.headers.get("content-type")?.includes("json");
  const text = isJson ? await request.clone().text() : "";
  const body: unknown = text === "" ? {} : JSON.parse(text);
  return {
    method: request.method,
    path: pathname + search,
    headers: request.headers,
    bearer: token === anonKey ? null : token,
    body: typeof body === "object" && body !== null ? { ...body } : {},
  };
}

/**
 * Creates a backend in memory, for tests of sign-in, expiry, outages and claims. The backend signs
 * access tokens (ES256), and the SDK verifies them like those of a real project.
 * @example
 * const memory = createMemoryBackend({ rest: () => Response.json([{ id: 1 }]) });
 * const sessions = createSessionServer(memory.backend);
 * const jar = memory.createJar();
 * await memory.signIn(jar, { claims: { app_role: "owner" } });
 * memory.clock.skip(3_700_000);
 * const scope = sessions.open(jar.request("/"));
 * await scope.session(); // refreshed
 */
export function createMemoryBackend<Database = UntypedDatabase, Claims extends object = NoClaims>(
  options: MemoryBackendOptions = {},
): MemoryBackend<Database, Claims> {
  const clock = options.clock ?? createVirtualClock({ isAutomatic: true });
  return openMemoryBackend(options, { url: createAddress(), clock });
}

export function openMemoryBackend<
  Database,
  Claims extends object,
  Clock extends BackendClock = VirtualClock,
>(
  options: Omit<MemoryBackendOptions, "clock">,
  { url, clock }: { url: string; clock: Clock },
): Omit<MemoryBackend<Database, Claims>, "clock"> & { readonly clock: Clock } {
  const anonKey = "sb_publishable_memory";
  const mailbox = createEmailSink();
  const faults = createFaults(clock);
  const state = createAuthState(
    { url, clock, signer: createSigner(), emails: mailbox },
    options.auth ?? {},
  );
  const auth = createMemoryAuth(state);
  const calls: MemoryCall[] = [];
  let bytes = 0;

  // Load the module now. Loading takes real time, in which an automatic clock would jump to the
  // deadline of the first query.
  if (options.rest) void clock.hold(import("../data/data-client.js"));

  const answerService = async (
    service: (typeof SERVICES)[number],
    request: Request,
    { path, bearer }: MemoryCall,
  ): Promise<Response> => {
    const handler = options[service];
    if (!handler) {
      return Response.json(
        { message: `createMemoryBackend has no handler for ${service}` },
        { status: 501 },
      );
    }
    const issued = bearer === null ? null : state.accessTokens.get(bearer);
    if (bearer !== null && (!issued || issued.expiresAt <= clock.now())) {
      return Response.json({ code: "PGRST303", message: "JWT expired" }, { status: 401 });
    }
    const claims = bearer === null ? null : (parseJwt(bearer)?.payload as VerifiedClaims);
    const { pathname, searchParams } = new URL(path, url);
    const below = pathname.slice(`/${service}/v1`.length);
    return handler({ request, path: below, query: searchParams, claims });
  };

  const answer = async (request: Request, call: MemoryCall): Promise<Response> => {
    const service = SERVICES.find((name) => call.path.startsWith(`/${name}/v1`));
    return service ? answerService(service, request, call) : answerAuth(state, call);
  };

  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== url) {
      throw new TypeError("fetch failed", { cause: new Error(`only ${url} responds here`) });
    }
    request.signal.throwIfAborted();
    const call = await clock.hold(readCall(request, anonKey));
    calls.push(call);
    const fault = await faults.apply(call, request.signal);
    return fault ?? clock.hold(answer(request, call));
  };

  const backend = defineBackend<Database, Claims>({
    url,
    anonKey,
    runtime: {
      now: clock.now,
      schedule: clock.schedule,
      fetch: serve,
      randomBytes: (length) => Uint8Array.from({ length }, () => bytes++ % 256),
      lock: options.runtime?.lock ?? defaultRuntime.lock,
      ...options.runtime,
    },
  });

  const seed: MemoryBackend["seed"] = (jar, tokens) => writeSession(jar, backend, tokens);

  return {
    backend,
    auth,
    clock,
    faults,
    mailbox,
    calls,
    count: (path) => calls.filter((call) => call.path.startsWith(path)).length,
    fetch: serve,
    createJar: () => createMemoryJar({ clock }),
    async signIn(jar, session) {
      const tokens = await auth.signIn(session);
      seed(jar, tokens);
      return tokens;
    },
    seed,
  };
}
