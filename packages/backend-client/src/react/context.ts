import { createContext } from "react";
import type { BrowserBackend } from "../browser/browser-backend.js";
import type { PublicSession } from "../session/session.js";

/** What the provider hands down. */
export interface BackendContextValue {
  client: BrowserBackend;
  /** What the server rendered with, so that hydration finds the same. */
  initialSession: PublicSession;
}

/** The context between provider and hooks; null outside a provider. */
export const BackendContext = createContext<BackendContextValue | null>(null);
