import { createContext } from "react";
import type { BrowserBackend } from "../browser/browser-backend.js";
import type { PublicSession } from "../session/session.js";

export interface BackendContextValue {
  client: BrowserBackend;
  initialSession: PublicSession | PromiseLike<PublicSession>;
}

export const BackendContext = createContext<BackendContextValue | null>(null);
