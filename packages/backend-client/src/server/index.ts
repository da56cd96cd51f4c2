export type { LogCode, LogEntry, Logger, LogLevel } from "../config/logger.js";
export type { Telemetry, TelemetryCall, TelemetryResult } from "../config/telemetry.js";
export type { Cookie } from "../cookies/chunk.js";
export type { CookieMethods } from "../cookies/jar.js";
export type { CookieAttributes, CookieChange } from "../cookies/options.js";
export type { BreakerStatus } from "../session/report-types.js";
export type {
  AdoptedTokens,
  AuthFlows,
  MfaFlows,
  NewFactor,
  PasskeyFlows,
  SignedIn,
  WeakPassword,
} from "./auth-flow-types.js";
export type { Credential } from "./bearer.js";
export { type ClientAddressOption, clientNetwork } from "./client-address.js";
export type { CorsOptions } from "./cors.js";
export type {
  AuthServiceFault,
  CompletedSignIn,
  EndedSignIn,
  ProviderTokens,
  RefusedCall,
  SessionHooks,
  SignInCandidate,
  SignInFlow,
  SignInVerdict,
} from "./hooks.js";
export type { MigrateOptions } from "./migration.js";
export type { SessionServerOptions } from "./options.js";
export type { OriginSource } from "./origin.js";
export type {
  ConfirmView,
  PageAnswer,
  PageOptions,
  PageRenderers,
  PageView,
} from "./pages/page-options.js";
export type { PageTextKey, PageTexts } from "./pages/texts.js";
export { returnTo, safeNext } from "./redirects.js";
export type { RouteHandler, RouteOptions } from "./route.js";
export type { Scope } from "./scope-type.js";
export type { ServiceClients } from "./service-clients.js";
export {
  type CookieSource,
  createSessionServer,
  type OpenOptions,
  type SessionServer,
} from "./session-server.js";
