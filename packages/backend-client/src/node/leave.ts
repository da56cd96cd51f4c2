import type { NodeResponse } from "./response.js";

export function signalOf(response: NodeResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
