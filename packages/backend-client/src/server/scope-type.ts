import type { User } from "@supabase/supabase-js";
import type { NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { CookieChange } from "../cookies/options.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import type { AuthFlows } from "./auth-flow-types.js";
import type { ServiceClients } from "./service-clients.js";

/**
 * The SDK's calls for one request. The data clients act as the signed-in user. Call the methods on
 * the scope: `this: object` makes calls of destructured methods a type error.
 */
export interface Scope<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends ServiceClients<Database> {
  /**
   * Returns the session in one of three states. If a refresh fails while the token is valid, the
   * state is still `authenticated`. If `setAll` throws, the state is `unavailable` with
   * `cookies_read_only`; after an unexpected exception, `unavailable` with `unknown` and a `cause`.
   * Throws only if `getAll` throws.
   */
  session(this: object): Promise<Session<Claims>>;
  /**
   * Refreshes even if no refresh is due, for example after the server changed the claims. If the
   * refresh fails while the token is valid, returns the session with its old claims; use
   * `auth.refreshSession()` to get the error. A scope that cannot set cookies does not refresh.
   */
  refresh(this: object): Promise<Session<Claims>>;
  /**
   * Returns the session of the signed-in user.
   * @throws BackendError `session_missing`, or the reason why the session is unavailable
   */
  requireSession(this: object): Promise<AuthenticatedSession<Claims>>;
  /**
   * Requires that the user verified a second factor (`aal2`), within the last `maxAge` seconds if
   * set.
   * @throws BackendError `insufficient_aal`; `factor_unsupported` if the SDK supports none of the
   * user's verified factors; and the errors of `requireSession`
   */
  requireAal2(this: object, options?: { maxAge?: number }): Promise<AuthenticatedSession<Claims>>;
  /**
   * Fetches the user from the auth service, to notice a revoked session at once.
   * @throws BackendError the errors of `auth.getUser`: `session_missing`, a code that ends the
   * session, such as `user_banned`, or kind `network`
   */
  requireFreshUser(this: object): Promise<User>;
  /** Supabase's auth flows. The scope updates the session after each flow. */
  readonly auth: AuthFlows;
  /** Data clients that act as an anonymous visitor, for public data. */
  readonly anonymous: ServiceClients<Database>;
  /** Returns the cookies that this request has set or removed so far. */
  cookieChanges(this: object): readonly CookieChange[];
  /**
   * Writes the scope's cookie changes to a response and closes the scope. Afterwards, a session
   * that needs a refresh is `unavailable` with `refresh_due`, and flows that change the session
   * return `cookies_read_only`. Forbids caching if the visitor may be signed in, or if the scope
   * has read the cookies.
   */
  apply(this: object, response: Response): Response;
}
