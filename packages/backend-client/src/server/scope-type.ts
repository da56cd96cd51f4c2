import type { User } from "@supabase/supabase-js";
import type { NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { CookieChange } from "../cookies/options.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import type { AuthFlows } from "./auth-flow-types.js";
import type { ServiceClients } from "./service-clients.js";

/**
 * Everything that one request may do. Its data clients act as the signed-in user. Call its methods
 * on it: because of `this: object`, one that was taken from it does not compile.
 */
export interface Scope<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends ServiceClients<Database> {
  /**
   * Returns the session in one of three states. It is resolved once per scope. Every failure is the
   * state `unavailable`: `cookies_read_only` if `setAll` throws, `unknown` with its `cause` for
   * anything unexpected. Only errors of `getAll` are thrown.
   */
  session(this: object): Promise<Session<Claims>>;
  /**
   * Refreshes even if no refresh is due, for example after the server changed the claims. Failures
   * are a state, as for `session`. Where cookies cannot be written, the session is not refreshed.
   */
  refresh(this: object): Promise<Session<Claims>>;
  /**
   * Returns the session of the signed-in user.
   * @throws BackendError `session_missing`, or the reason why the session is unavailable
   */
  requireSession(this: object): Promise<AuthenticatedSession<Claims>>;
  /**
   * Requires a second factor, verified within the last `maxAge` seconds. If the verified claims do
   * not show one, it asks the service for the user's factors, to choose the error.
   * @throws BackendError `insufficient_aal`; `factor_unsupported` if the SDK supports none of the
   *   user's verified factors (WebAuthn); and the errors of `requireSession`
   */
  requireAal2(this: object, options?: { maxAge?: number }): Promise<AuthenticatedSession<Claims>>;
  /**
   * Gets the user from the auth service, for an action that must notice revocation at once.
   * @throws BackendError the errors of `auth.getUser`: `session_missing`, a terminal code such as
   *   `user_banned`, or kind `network`
   */
  requireFreshUser(this: object): Promise<User>;
  /** Supabase's auth flows. The scope updates the session after each of them. */
  readonly auth: AuthFlows;
  /** The same clients as an anonymous visitor, for data that is public on purpose. */
  readonly anonymous: ServiceClients<Database>;
  /** Returns the cookies that this request has set so far. */
  cookieChanges(this: object): readonly CookieChange[];
  /**
   * Writes the request's cookies to a response and closes the scope. A session that needs a refresh
   * is `unavailable` with `refresh_due` from then on, and flows return `cookies_read_only`. If the
   * visitor may be signed in, no cache stores the response, whatever headers the app set.
   */
  apply(this: object, response: Response): Response;
}
