import type { NoClaims } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import type { Scope } from "../server/scope-type.js";
import type { SessionServer } from "../server/session-server.js";
import type { AuthenticatedSession } from "../session/session.js";
import { writeCookies } from "./cookie-source.js";
import { redirectFormToSignIn } from "./sign-in.js";
import { waitUntil } from "./wait-until.js";

/** The context of an action for signed-in users. */
export interface ActionContext<Database, Claims extends object = NoClaims> {
  /** A scope that acts as the signed-in user and can set cookies. */
  backend: Scope<Database, Claims>;
  /** The session, refreshed before the action if a refresh was due. */
  session: AuthenticatedSession<Claims>;
}

/** The context of an action for visitors, whether or not they are signed in. */
export interface GuestActionContext<Database, Claims extends object = NoClaims> {
  /** A scope that acts as the signed-in user, or as a visitor, and can set cookies. */
  backend: Scope<Database, Claims>;
}

/** Options of an action for signed-in users. */
export interface ActionOptions<Args extends unknown[], Result> {
  /**
   * Runs instead of the action if the session is unavailable, so that a form keeps its input.
   * Default: the action throws the error.
   */
  onUnavailable?: (error: BackendError, ...args: Args) => Result | Promise<Result>;
}

/** Wrappers for the functions of "use server" files. */
export interface ActionHelpers<Database, Claims extends object = NoClaims> {
  /**
   * Wraps a function that acts for a signed-in user. Works with `<form action>`, `useActionState`
   * and plain calls, with and without JavaScript. Redirects a visitor to the sign-in page, with the
   * path of the form's page as `next`.
   * @throws BackendError `origin_mismatch` if a page of another site may have sent the request, or
   * the session's error if the session is unavailable and `onUnavailable` is not set
   * @example
   * "use server";
   * export const rename = action(async ({ backend }, _before: State, form: FormData) => {
   *   const { error } = await backend.auth.updateUser({ data: { name: form.get("name") } });
   *   return { ok: error === null };
   * });
   */
  action<Args extends unknown[], Result>(
    run: (context: ActionContext<Database, Claims>, ...args: Args) => Promise<Result>,
    options?: ActionOptions<Args, Result>,
  ): (...args: Args) => Promise<Result>;
  /**
   * Wraps a function for visitors, such as a sign-in, a sign-up or a confirmation.
   * @throws BackendError `origin_mismatch`, as `action` does
   */
  guestAction<Args extends unknown[], Result>(
    run: (context: GuestActionContext<Database, Claims>, ...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
}

export function createActionHelpers<Database, Claims extends object>(
  sessions: () => SessionServer<Database, Claims>,
): ActionHelpers<Database, Claims> {
  const open = async (): Promise<Scope<Database, Claims>> => {
    const source = await writeCookies();
    const refusal = sessions().checkOrigin(source);
    if (refusal) throw refusal;
    return sessions().open(source, { waitUntil });
  };
  return {
    action:
      (run, options = {}) =>
      async (...args) => {
        const backend = await open();
        const session = await backend.session();
        if (session.status === "unauthenticated") {
          return redirectFormToSignIn(sessions().settings);
        }
        if (session.status === "unavailable") {
          if (options.onUnavailable) return options.onUnavailable(session.error, ...args);
          throw session.error;
        }
        return run({ backend, session }, ...args);
      },
    guestAction:
      (run) =>
      async (...args) =>
        run({ backend: await open() }, ...args),
  };
}
