export { authAnswer } from "./auth/answers.js";
export type { MemoryAuth } from "./auth/memory-auth.js";
export type { MemoryTokens, NewSession } from "./auth/sessions.js";
export type {
  MemoryAuthOptions,
  MemoryFactor,
  MemoryIdentity,
  MemoryPasskey,
  MemorySession,
  MemoryUser,
  ProviderAccount,
} from "./auth/state.js";
export type { NewUser } from "./auth/users.js";
export type { RelyingParty } from "./auth/webauthn.js";
export type { EmailKind, EmailSink, MemoryEmail } from "./email-sink.js";
export type { Fault, Faults, MemoryCall } from "./faults.js";
export {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryBackendOptions,
  type MemoryHandler,
  type MemoryRequest,
} from "./memory-backend.js";
export { createMemoryJar, type MemoryJar, type MemoryJarOptions } from "./memory-jar.js";
export {
  createMemoryServer,
  type MemoryServer,
  type MemoryServerOptions,
} from "./memory-server/create-memory-server.js";
export { buildSession } from "./session-builder.js";
export { totpCode } from "./totp.js";
export {
  createVirtualClock,
  type VirtualClock,
  type VirtualClockOptions,
} from "./virtual-clock.js";
