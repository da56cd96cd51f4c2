import type { SignOutScope, SupabaseClient } from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { Flow } from "../server/auth-flow-types.js";

type Admin = SupabaseClient["auth"]["admin"];

/** Manages the second factors of any user. */
export interface AdminMfa {
  /** Lists the factors of a user. */
  listFactors: Flow<Admin["mfa"]["listFactors"]>;
  /** Removes a factor of a user. Sessions that reached `aal2` with this factor return to `aal1`. */
  deleteFactor: Flow<Admin["mfa"]["deleteFactor"]>;
}

/** Manages clients of the project's OAuth 2.1 server. */
export interface AdminOAuthClients {
  /** Lists one page of OAuth clients. */
  listClients: Flow<Admin["oauth"]["listClients"]>;
  /**
   * Creates an OAuth client. The result contains the client's secret, which the service shows only
   * once.
   */
  createClient: Flow<Admin["oauth"]["createClient"]>;
  /** Gets an OAuth client. */
  getClient: Flow<Admin["oauth"]["getClient"]>;
  /** Changes an OAuth client. */
  updateClient: Flow<Admin["oauth"]["updateClient"]>;
  /** Deletes an OAuth client. */
  deleteClient(clientId: string): Promise<Result<null>>;
  /** Replaces the secret of an OAuth client. The previous secret stops working. */
  regenerateClientSecret: Flow<Admin["oauth"]["regenerateClientSecret"]>;
}

/** Manages the project's custom identity providers. */
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
 * Manages passkeys of any user. This API is in beta and may change in a minor version.
 * @beta
 */
export interface AdminPasskeys {
  /** Lists the passkeys of a user. */
  listPasskeys: Flow<Admin["passkey"]["listPasskeys"]>;
  /** Removes a passkey of a user. */
  deletePasskey: Flow<Admin["passkey"]["deletePasskey"]>;
}

/**
 * Supabase's admin API for users, with Supabase's names and arguments. Each call takes at most 12
 * s.
 *
 * Errors of kind `auth` have the code of the service, such as `user_not_found`, `email_exists` and
 * `not_admin` (the service does not accept the key). A malformed id causes `validation_failed`. All
 * other errors have the kind `network`. No error of this API ends a session.
 * @see https://supabase.com/docs/reference/javascript/admin-api
 */
export interface AdminFlows {
  /**
   * Creates an account without sending an email. Set `email_confirm: true` only if you know that
   * the address belongs to the user. Error: `email_exists`.
   */
  createUser: Flow<Admin["createUser"]>;
  /** Creates an account and sends an invitation by email. Error: `email_exists`. */
  inviteUserByEmail: Flow<Admin["inviteUserByEmail"]>;
  /**
   * Creates a link without sending an email. Use `data.properties.hashed_token` for a link to the
   * `confirm` handler. Use `action_link` only in apps that keep tokens in the browser.
   */
  generateLink: Flow<Admin["generateLink"]>;
  /**
   * Lists one page of the users, newest first. `nextPage` is null on the last page. Default: page 1
   * with 50 users.
   */
  listUsers: Flow<Admin["listUsers"]>;
  /** Gets a user. Error: `user_not_found`. */
  getUserById: Flow<Admin["getUserById"]>;
  /** Changes a user, for example `app_metadata` or `ban_duration`. */
  updateUserById: Flow<Admin["updateUserById"]>;
  /**
   * Deletes a user and all their sessions. With `true` as the second argument, the service keeps
   * the id and a hash of the email address.
   */
  deleteUser: Flow<Admin["deleteUser"]>;
  /**
   * Ends sessions of the user to whom the token belongs: all sessions (`global`, the default), the
   * token's session (`local`), or all others (`others`).
   */
  signOut(accessToken: string, scope?: SignOutScope): Promise<Result<null>>;
  /** The second factors of any user. */
  readonly mfa: AdminMfa;
  /** Clients of the project's OAuth 2.1 server. */
  readonly oauth: AdminOAuthClients;
  /** The project's custom identity providers. */
  readonly customProviders: AdminCustomProviders;
  /**
   * The passkeys of any user.
   * @beta
   */
  readonly passkey: AdminPasskeys;
}
