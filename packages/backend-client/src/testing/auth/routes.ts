import type { AuthState } from "./state.js";

/** One request to the auth service, taken apart. */
export interface AuthRequest {
  state: AuthState;
  query: URLSearchParams;
  body: Record<string, unknown>;
  bearer: string | null;
  /** What the path's placeholder stands for. */
  id: string;
}

/** Answers JSON, nothing (204), or a response of its own. Throws an `AuthRefusal`. */
export type AuthRoute = (request: AuthRequest) => Promise<unknown> | unknown;

/** Routes by method and path; `:id` stands for one segment. */
export type AuthRoutes = Record<string, AuthRoute>;
