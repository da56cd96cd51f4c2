import type { Environment } from "../env-files.js";
import type { AppFiles } from "../source/app-files.js";
import { isObject, type Literal, memberOf, UNKNOWN } from "../source/literals.js";
import type { ServerOptions } from "../source/server-options.js";

export interface CheckContext {
  app: AppFiles;
  environment: Environment;
  server: ServerOptions;
  /** Null if the variables do not define a project, for example if the key is missing. */
  project: { url: string; anonKey: string } | null;
  /** URL of the running app; null without `--url`. */
  url: URL | null;
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
}

/**
 * Returns an option of the session server. Returns UNKNOWN if the value is known only when the app
 * runs.
 */
export function optionOf({ server }: Pick<CheckContext, "server">, name: string): Literal {
  return memberOf(server.options, name);
}

/**
 * Like {@link optionOf}, but returns undefined instead of UNKNOWN for an option that only a spread
 * may set.
 */
export function writtenOption({ server }: Pick<CheckContext, "server">, name: string): Literal {
  const { options } = server;
  if (!isObject(options)) return options === undefined ? undefined : UNKNOWN;
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

/** Returns a string option, or `fallback` if the source contains no string for the option. */
export function textOption(
  context: Pick<CheckContext, "server">,
  name: string,
  fallback: string,
): string {
  const value = optionOf(context, name);
  return typeof value === "string" ? value : fallback;
}

export const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/;
