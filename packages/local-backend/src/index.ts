/// <reference path="../text-files.d.ts" />
export { LocalBackendError, type LocalBackendErrorCode } from "./config/errors.ts";
export type { BackendConfig, ConfigOverrides } from "./config/schema.ts";
export type { BackendUrls } from "./config/urls.ts";
export type { Fault, Faults } from "./gateway/faults.ts";
export { type BackendKeys, PUBLISHABLE_KEY } from "./keys/key-file.ts";
export type { LocalBackend, LocalBackendOptions } from "./lifecycle/local-backend.ts";
export { startLocalBackend } from "./lifecycle/start.ts";
