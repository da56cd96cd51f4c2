import type { AuthState } from "./state.js";

export interface AuthRequest {
  state: AuthState;
  query: URLSearchParams;
  body: Record<string, unknown>;
  bearer: string | null;
  id: string;
}

export type AuthRoute = (request: AuthRequest) => Promise<unknown> | unknown;

export type AuthRoutes = Record<string, AuthRoute>;
