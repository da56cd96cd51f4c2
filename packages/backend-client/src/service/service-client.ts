import type { Backend, NoClaims, UntypedDatabase } from "../config/define-backend.js";
import { createServiceClients, type ServiceClients } from "../server/service-clients.js";
import { createAdminFlows } from "./admin.js";
import type { AdminFlows } from "./admin-types.js";
import { holdSecretKey } from "./secret-key.js";

/** Options of {@link createServiceClient}. */
export interface ServiceClientOptions {
  /**
   * A secret key of the project: `sb_secret_…`, or the legacy JWT with the role `service_role`.
   * Read it from an environment variable that never becomes part of browser code.
   */
  secretKey: string;
}

/** Clients that act as the project: row-level security does not apply to them. */
export interface ServiceClient<Database = UntypedDatabase> extends ServiceClients<Database> {
  /** Calls to the auth service. */
  readonly auth: {
    /** Users, factors and links of the project, with Supabase's method names. */
    readonly admin: AdminFlows;
  };
}

/**
 * Creates clients that act with a secret key, for jobs and webhooks. They can read and write every
 * row and file, and manage users. For a user's request, use `sessions.open`, so that the policies
 * of the database apply.
 *
 * The clients follow no redirects, so the key reaches only the project's own URL. Create one
 * service client for the whole process.
 * @throws TypeError if `secretKey` is not a secret key. The message does not contain the key
 * @example
 * const service = createServiceClient(backend, { secretKey: process.env.SUPABASE_SECRET_KEY ?? "" });
 * const { data: requests } = await service.db.from("requests").select("id, title"); // of all users
 * const { data, error } = await service.auth.admin.listUsers({ page: 1, perPage: 100 });
 */
export function createServiceClient<Database = UntypedDatabase, Claims extends object = NoClaims>(
  backend: Backend<Database, Claims>,
  { secretKey }: ServiceClientOptions,
): ServiceClient<Database> {
  const keyOf = holdSecretKey(secretKey);
  let opened: ServiceClients<Database> | null = null;
  // During a Next build, the backend may have no URL, so create the clients at the first call.
  const open = (): ServiceClients<Database> => {
    const { runtime } = backend;
    // On a redirect to another origin, `fetch` removes `authorization` but not `apikey`, so do not
    // follow redirects. Workers do not support the mode `error`.
    const send: typeof fetch = (input, init) =>
      runtime.fetch(input, { ...init, redirect: "manual" });
    opened ??= createServiceClients<Database>(
      { ...backend, anonKey: keyOf(), runtime: { ...runtime, fetch: send } },
      { signal: undefined },
    );
    return opened;
  };
  const admin = createAdminFlows(backend, keyOf);
  return {
    get db() {
      return open().db;
    },
    get storage() {
      return open().storage;
    },
    get functions() {
      return open().functions;
    },
    auth: { admin },
  };
}
