import type { Backend } from "../config/define-backend.js";
import type { ServerSettings } from "../server/options.js";
import { type PublicSession, type Session, toInitialSession } from "../session/session.js";
import { readCookies } from "./cookie-source.js";

/** The props of `BackendProvider` that come from the server. */
export interface ClientState {
  /** Address and public key of the project. Known when a request is rendered. */
  config: Promise<Pick<Backend, "url" | "anonKey">>;
  /** The session without tokens. Known when a request is rendered. */
  initialSession: Promise<PublicSession>;
  /** Path of the session handler on the site. */
  basePath: string;
  /** True if the handler's addresses end with a slash. */
  trailingSlash: boolean;
}

/** A prerender that ends rejects what waits for a request. The provider handles the promise itself. */
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
  // One build serves any backend, so the configuration belongs to the request too.
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
