import type { Backend } from "../config/define-backend.js";
import type { ServerSettings } from "../server/options.js";
import { type PublicSession, type Session, toInitialSession } from "../session/session.js";
import { readCookies } from "./cookie-source.js";

/** The props of `BackendProvider` that come from the server. */
export interface ClientState {
  /** URL and public key of the project. Resolves when Next renders a request. */
  config: Promise<Pick<Backend, "url" | "anonKey">>;
  /** The session without tokens. Resolves when Next renders a request. */
  initialSession: Promise<PublicSession>;
  /** Path of the session handler on the site. */
  basePath: string;
  /** True if the handler's URLs end with a slash. */
  trailingSlash: boolean;
}

/**
 * When a prerender ends, Next rejects promises that wait for a request. `BackendProvider` still
 * receives the error. This handler only prevents the report of an unhandled rejection.
 */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

export function createClientState(parts: {
  backend: () => Backend;
  settings: Pick<ServerSettings, "appPath" | "basePath">;
  trailingSlash: boolean;
  getSession: () => Promise<Session>;
}): ClientState {
  const { backend, settings, trailingSlash, getSession } = parts;
  // Read the configuration per request, so that one build can serve any backend.
  const config = readCookies().then(() => {
    const { url, anonKey } = backend();
    return { url, anonKey };
  });
  return {
    config: quiet(config),
    initialSession: quiet(getSession().then(toInitialSession)),
    basePath: settings.appPath + settings.basePath,
    trailingSlash,
  };
}
