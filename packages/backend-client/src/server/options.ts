import { SESSION_COOKIE_SECONDS } from "../config/constants.js";

/** Options of `createSessionServer`. */
export interface SessionServerOptions {
  /** Where the handlers are mounted. Default `/auth`. */
  basePath?: string | undefined;
  /** The site's own origin, such as `https://app.example.com`. Default: as the request says. */
  origin?: string | undefined;
  /** Path of the sign-in page. Default `/sign-in`. */
  signInPath?: string | undefined;
  /** Seconds the session cookies live. Default 400 days. */
  cookieSeconds?: number | undefined;
  /** Parent domain to share the session with. Default: this host alone. */
  cookieDomain?: string | undefined;
  /** Whether cookies carry `Secure`. Default: when the request came by https. */
  secureCookies?: boolean | undefined;
  /** The project's HS256 secret, for projects without asymmetric keys. Never give it to a browser. */
  jwtSecret?: string | undefined;
}

/** The options with their defaults. */
export interface ServerSettings {
  basePath: string;
  origin: string | undefined;
  signInPath: string;
  cookieSeconds: number;
  cookieDomain: string | undefined;
  secureCookies: boolean | undefined;
  jwtSecret: string | undefined;
}

/**
 * Fills in defaults and refuses what cannot work.
 * @throws TypeError with one sentence that names the option
 */
export function parseOptions(options: SessionServerOptions): ServerSettings {
  const { basePath = "/auth", signInPath = "/sign-in", origin } = options;
  if (!/^\/[^/?#\\]/.test(basePath) || basePath.endsWith("/")) {
    throw new TypeError("createSessionServer: basePath must be a path such as /auth.");
  }
  // The front page may be the sign-in page.
  if (signInPath !== "/" && !/^\/[^/?#\\]/.test(signInPath)) {
    throw new TypeError("createSessionServer: signInPath must be a path such as /sign-in.");
  }
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin)) {
    throw new TypeError("createSessionServer: origin must look like https://app.example.com.");
  }
  return {
    basePath,
    signInPath,
    origin,
    cookieSeconds: options.cookieSeconds ?? SESSION_COOKIE_SECONDS,
    cookieDomain: options.cookieDomain,
    secureCookies: options.secureCookies,
    jwtSecret: options.jwtSecret,
  };
}
