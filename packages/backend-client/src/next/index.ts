import "server-only";

export type {
  ActionContext,
  ActionHelpers,
  ActionOptions,
  GuestActionContext,
} from "./action.js";
export { createNextBackend, type NextBackend } from "./create-next-backend.js";
export type { PageHelpers, RequireOptions } from "./page.js";
export type { NextProxyFunction, ProxyHandler, ProxyHeaders } from "./proxy.js";
export type { RouteHandlers } from "./route-handlers.js";
