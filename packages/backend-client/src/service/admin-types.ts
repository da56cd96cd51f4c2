import type { SignOutScope, SupabaseClient } from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { Flow } from "../server/auth-flow-types.js";

type Admin = SupabaseClient["auth"]["admin"];

/** Second factors of any user. */
export interface AdminMfa {
  /** Lists the factors of a user. */
  listFactors: Flow<Admin["mfa"]["listFactors"]>;
  /** Removes a factor. If it was verified, all sessions of the user end. */
  deleteFactor: Flow<Admin["mfa"]["deleteFactor"]>;
}

/** Clients of the project's OAuth 2.1 server. */
export interface AdminOAuthClients {
  /** Lists one page of the clients. */
  listClients: Flow<Admin["oauth"]["listClients"]>;
  /** Creates a client. The result has its secret, which no other call returns. */
  createClient: Flow<Admin["oauth"]["createClient"]>;
  /** Gets a client. */
  getClient: Flow<Admin["oauth"]["getClient"]>;
  /** Changes a client. */
  updateClient: Flow<Admin["oauth"]["updateClient"]>;
  /** Removes a client. */
  deleteClient(clientId: string): Promise<Result<null>>;
  /** Replaces the secret of a client. The old one stops working. */
  regenerateClientSecret: Flow<Admin["oauth"]["regenerateClientSecret"]>;
}

/** Identity providers that the project added itself. */
export interface AdminCustomProviders {
  /** Lists the providers. */
  listProviders: Flow<Admin["customProviders"]["listProviders"]>;
  /** Adds a provider. Error: `over_custom_provider_quota`. */
  createProvider: Flow<Admin["customProviders"]["createProvider"]>;
  /** Gets a provider. Error: `custom_provider_not_found`. */
  getProvider: Flow<Admin["customProviders"]["getProvider"]>;
  /** Changes a provider. */
  updateProvider: Flow<Admin["customProviders"]["updateProvider"]>;
  /** Removes a provider. */
  deleteProvider(identifier: string): Promise<Result<null>>;
}

/**
 * Passkeys of any user. Upstream's API is beta, so this one may change in a minor version.
 * @beta
 */
export interface AdminPasskeys {
  /** Lists the passkeys of a user. */
  listPasskeys: Flow<Admin["passkey"]["listPasskeys"]>;
  /** Removes a passkey. */
  deletePasskey: Flow<Admin["passkey"]["deletePasskey"]>;
}

/**
 * Supabase's administration of users, with its own names and arguments. Each call returns
 * `{ data, error }` and takes at most 12 s.
 *
 * Errors: kind `auth` with the code of the service, such as `user_not_found`, `email_exists` and
 * `not_admin` (the service does not accept the key), and `validation_failed` for an id that is
 * malformed, which is not sent; kind `network`. None of them says that a session is over.
 * @see https://supabase.com/docs/reference/javascript/admin-api
 */
export interface AdminFlows {
  /**
   * Creates an account without an email. Set `email_confirm: true` if the address is known to be the
   * user's. Error: `email_exists`.
   */
  createUser: Flow<Admin["createUser"]>;
  /** Creates an account and sends an invitation by email. Error: `email_exists`. */
  inviteUserByEmail: Flow<Admin["inviteUserByEmail"]>;
  /**
   * Creates a link without sending an email. Use `data.properties.hashed_token` for a link to the
   * `confirm` handler; `action_link` is for apps that keep tokens in the browser.
   */
  generateLink: Flow<Admin["generateLink"]>;
  /**
   * Lists one page of the users, newest first. `nextPage` is null on the last one. Default: page 1
   * with 50 users.
   */
  listUsers: Flow<Admin["listUsers"]>;
  /** Gets a user. Error: `user_not_found`. */
  getUserById: Flow<Admin["getUserById"]>;
  /** Changes a user, for example `app_metadata` or `ban_duration`. */
  updateUserById: Flow<Admin["updateUserById"]>;
  /** Deletes a user and all sessions. With `true`, the id and a hash of the address are kept. */
  deleteUser: Flow<Admin["deleteUser"]>;
  /** Ends sessions of the user of an access token: all (`global`, the default), this, or others. */
  signOut(accessToken: string, scope?: SignOutScope): Promise<Result<null>>;
  /** Second factors of any user. */
  readonly mfa: AdminMfa;
  /** Clients of the project's OAuth 2.1 server. */
  readonly oauth: AdminOAuthClients;
  /** Identity providers that the project added itself. */
  readonly customProviders: AdminCustomProviders;
  /**
   * Passkeys of any user.
   * @beta
   */
  readonly passkey: AdminPasskeys;
}
