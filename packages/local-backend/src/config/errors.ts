/** Reasons why the backend could not start or had to stop. */
export type LocalBackendErrorCode =
  | "already_running"
  | "bad_config"
  | "bad_option"
  | "binary_missing"
  | "child_failed"
  | "data_directory_unusable"
  | "disk_full"
  | "internal_fault"
  | "migration_failed"
  | "port_in_use"
  | "schema_failed"
  | "seed_failed";

/** The message tells the operator what failed and, if known, what to do. */
export class LocalBackendError extends Error {
  readonly code: LocalBackendErrorCode;

  constructor(code: LocalBackendErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LocalBackendError";
    this.code = code;
  }
}
