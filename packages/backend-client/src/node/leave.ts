import type { NodeResponse } from "./response.js";

/**
 * Returns a signal that aborts when the client closes the connection before the response is
 * complete.
 */
export function signalOf(response: NodeResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
