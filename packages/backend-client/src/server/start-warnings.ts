import type { Backend } from "../config/define-backend.js";
import { isPlainHttp } from "../config/hosts.js";
import { isLocalUrl } from "../config/local-url.js";
import type { Log, LogCode } from "../config/logger.js";
import { projectState } from "../session/project-state.js";
import type { ServerSettings } from "./options.js";

export function warnAtStart(
  backend: Backend,
  { forwardingKey, limits }: ServerSettings,
  log: Log,
): void {
  // In a Next build without a project, `url` is a getter that throws.
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
