export type {
  ActionContext,
  ActionHelpers,
  ActionOptions,
  GuestActionContext,
} from "./action.js";
export type { ClientState } from "./client-state.js";
export {
  createNextBackend,
  type NextBackend,
  type NextBackendOptions,
} from "./create-next-backend.js";
export type {
  PageContext,
  PageHelpers,
  PageProps,
  RequireOptions,
  UnavailableOptions,
} from "./page.js";
export type { ProtectOptions } from "./protect.js";
export type { NextProxyFunction, ProxyHandler, ProxyHeaders } from "./proxy.js";
export type { RouteHandlers } from "./route-handlers.js";
export type { RouteParams } from "./route-path.js";
