import type { Backend } from "../config/define-backend.js";
import type { Log } from "../config/logger.js";
import type { Telemetry } from "../config/telemetry.js";
import type { Report, Watcher } from "../session/report-types.js";
import type { HookRunner } from "./hook-runner.js";

function createWatcher(
  { url, name }: Pick<Backend, "url" | "name">,
  hooks: HookRunner,
  telemetry: Telemetry | undefined,
): Watcher {
  const address = new URL(url).hostname;
  return {
    refreshed: (claims) => hooks.notify("refreshed", { claims }),
    refused: (operation, error) => hooks.notify("refused", { operation, error }),
    signedOut: (session) => hooks.notify("signedOut", session),
    serviceFault: (fault) => hooks.notify("serviceFault", fault),
    beginCall: (call) => {
      const finish = telemetry?.beginCall({ ...call, address, name });
      return ({ status, error, seconds }) =>
        finish?.({ status, code: error?.code ?? null, seconds });
    },
  };
}

export function createReport(
  backend: Pick<Backend, "url" | "name">,
  log: Log,
  { hooks, telemetry }: { hooks: HookRunner; telemetry: Telemetry | undefined },
): Report {
  const address = new URL(backend.url).hostname;
  const write: Log = (code, facts) => {
    if (code === "breaker_opened") telemetry?.breakerChanged(true, address);
    if (code === "breaker_closed") telemetry?.breakerChanged(false, address);
    log(code, facts);
  };
  return Object.assign(write, { watcher: createWatcher(backend, hooks, telemetry) });
}
