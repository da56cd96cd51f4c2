import type { Backend } from "../config/define-backend.js";
import { isPlainHttp } from "../config/hosts.js";
import { isLocalUrl } from "../config/local-url.js";
import type { Log, LogCode } from "../config/logger.js";
import { projectState } from "../session/project-state.js";
import type { ServerSettings } from "./options.js";

/**
 * Logs warnings about a configuration that works but has disadvantages. For example, without the
 * forwarding key, all visitors share one rate limit. Logs each warning once per project.
 */
export function warnAtStart(
  backend: Backend,
  { forwardingKey, limits }: ServerSettings,
  log: Log,
): void {
  // Skip a backend without a URL, as in a Next build. Reading its `url` would throw.
  if (Object.getOwnPropertyDescriptor(backend, "url")?.get) return;
  const { url } = backend;
  const { logged } = projectState(url).limits;
  const warn = (code: LogCode): void => {
    if (!logged.has(code)) log(code);
    logged.add(code);
  };
  if (isPlainHttp(url)) warn("plain_http");
  if (forwardingKey === undefined && limits.total && !isLocalUrl(url)) {
    warn("forwarding_key_missing");
  }
}
