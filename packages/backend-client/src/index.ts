export { FRESH_COOKIE, PATH_HEADER, PRESENT_COOKIE } from "./config/constants.js";
export {
  type Backend,
  type BackendOptions,
  defineBackend,
  type NoClaims,
  type UntypedDatabase,
} from "./config/define-backend.js";
export { configFromEnvironment } from "./config/environment.js";
export type { Register } from "./config/register.js";
export type { Lock, Runtime } from "./config/runtime.js";
export type { Variables } from "./config/variables.js";
export {
  BackendError,
  type BackendErrorInit,
  type BackendErrorJson,
  type DataOf,
  isBackendError,
  isSessionOver,
  type Result,
  result,
  unwrap,
} from "./errors/backend-error.js";
export type { ErrorCodes, ErrorKind } from "./errors/codes.js";
export { type ErrorDigest, readDigest } from "./errors/digest.js";
export type { SessionEvent, SessionEventMark, SessionEventSource } from "./session/events.js";
export {
  type AmrEntry,
  type AuthenticatedSession,
  type ClaimsOf,
  type PublicSession,
  type Session,
  type SessionAnswer,
  type SessionClaims,
  toInitialSession,
  type UnauthenticatedSession,
  type UnavailableSession,
} from "./session/session.js";
