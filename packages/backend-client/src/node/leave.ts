import type { NodeResponse } from "./response.js";

/** Aborts when the client closes the connection before the whole response was sent. */
export function signalOf(response: NodeResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
