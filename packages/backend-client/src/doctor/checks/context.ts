import type { Environment } from "../env-files.js";
import type { AppFiles } from "../source/app-files.js";
import { isObject, type Literal, memberOf, UNKNOWN } from "../source/literals.js";
import type { ServerOptions } from "../source/server-options.js";

export interface CheckContext {
  app: AppFiles;
  environment: Environment;
  server: ServerOptions;
  project: { url: string; anonKey: string } | null;
  url: URL | null;
  now(): number;
}

export function optionOf({ server }: Pick<CheckContext, "server">, name: string): Literal {
  return memberOf(server.options, name);
}

/**
 * Returns undefined for an option that only a spread may set. {@link optionOf} returns `UNKNOWN`
 * for it.
 */
export function writtenOption({ server }: Pick<CheckContext, "server">, name: string): Literal {
  const { options } = server;
  if (!isObject(options)) return options === undefined ? undefined : UNKNOWN;
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

export function textOption(
  context: Pick<CheckContext, "server">,
  name: string,
  fallback: string,
): string {
  const value = optionOf(context, name);
  return typeof value === "string" ? value : fallback;
}

export const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/;
