import type { AuthState } from "./state.js";

export interface AuthRequest {
  state: AuthState;
  query: URLSearchParams;
  body: Record<string, unknown>;
  bearer: string | null;
  /** The value of `:id` in the path. */
  id: string;
}

/** Returns JSON, nothing (204), or a response of its own. Throws an `AuthRefusal`. */
export type AuthRoute = (request: AuthRequest) => Promise<unknown> | unknown;

/** By method and path. `:id` matches one segment. */
export type AuthRoutes = Record<string, AuthRoute>;
