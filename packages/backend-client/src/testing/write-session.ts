import type { Backend } from "../config/define-backend.js";
import { Jar } from "../cookies/jar.js";
import { parseTokens } from "../session/refresh.js";
import { SessionStore } from "../session/store.js";
import type { MemoryTokens } from "./auth/sessions.js";
import type { MemoryJar } from "./memory-jar.js";

export function writeSession(
  jar: Pick<MemoryJar, "setAll" | "origin">,
  backend: Backend,
  tokens: Pick<MemoryTokens, "access_token" | "refresh_token" | "expires_in">,
): void {
  const set = parseTokens(tokens, backend.runtime.now());
  if (!set) throw new TypeError("writeSession needs the tokens of a session.");
  const changes = new Jar([], { secure: jar.origin.startsWith("https:") });
  new SessionStore(backend, changes).put(set, "SIGNED_IN");
  jar.setAll(changes.changes());
}
