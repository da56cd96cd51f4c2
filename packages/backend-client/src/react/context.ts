import { createContext } from "react";
import type { BrowserBackend } from "../browser/browser-backend.js";
import type { PublicSession } from "../session/session.js";

export interface BackendContextValue {
  client: BrowserBackend;
  /** The first render in the browser uses this session, so that hydration finds no difference. */
  initialSession: PublicSession | PromiseLike<PublicSession>;
}

export const BackendContext = createContext<BackendContextValue | null>(null);
