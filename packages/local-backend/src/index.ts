export { startLocalBackend } from "./backend.ts";
export type { BackendConfig, ConfigOverrides } from "./config.ts";
export { LocalBackendError, type LocalBackendErrorCode } from "./errors.ts";
export type { Fault, Faults } from "./gateway/faults.ts";
export { type BackendKeys, PUBLISHABLE_KEY } from "./key-file.ts";
export type { LocalBackend, LocalBackendOptions } from "./local-backend.ts";
export type { BackendUrls } from "./service.ts";
