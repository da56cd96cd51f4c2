import { checkSeconds } from "../session/refresh-policy.js";
import type { BrowserEnvironment } from "./environment.js";
import { lifetimeOf } from "./lifetime.js";
import type { SessionClient } from "./session-client.js";

export function startTicker(
  session: Pick<SessionClient, "get" | "onChange" | "tick">,
  environment: Pick<BrowserEnvironment, "schedule" | "onWake">,
): () => void {
  let cancel = (): void => undefined;
  let pause = 0;
  const pauseNow = () => checkSeconds(lifetimeOf(session.get()));
  const again = (): void => {
    pause = pauseNow();
    cancel = environment.schedule(() => {
      again();
      void session.tick();
    }, pause * 1000);
  };
  again();
  const stopHearing = session.onChange(() => {
    if (pauseNow() === pause) return;
    cancel();
    again();
  });
  const stopWake = environment.onWake(() => void session.tick());
  return () => {
    cancel();
    stopHearing();
    stopWake();
  };
}
