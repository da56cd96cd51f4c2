import type { AuthState } from "./state.js";

export interface AuthRequest {
  state: AuthState;
  query: URLSearchParams;
  body: Record<string, unknown>;
  bearer: string | null;
  /** The value of `:id` in the path. */
  id: string;
}

/** Returns a JSON value, nothing (204), or a response. Throws an `AuthRefusal`. */
export type AuthRoute = (request: AuthRequest) => Promise<unknown> | unknown;

/** Routes by method and path. `:id` matches one segment. */
export type AuthRoutes = Record<string, AuthRoute>;
