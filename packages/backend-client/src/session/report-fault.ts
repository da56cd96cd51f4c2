import type { Backend } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import { breakerStatus, isServiceFault } from "./breaker.js";
import { projectState } from "./project-state.js";
import type { Report } from "./report-types.js";

export function reportFault(
  backend: Pick<Backend, "url">,
  operation: string,
  { error, log }: { error: BackendError | null; log: Report | undefined },
): void {
  if (!error || !isServiceFault(error)) return;
  const { breaker } = projectState(backend.url);
  log?.watcher?.serviceFault({ operation, error, breaker: breakerStatus(breaker) });
}
