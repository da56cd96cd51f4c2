import { HOOK_DEADLINE_MS } from "../config/constants.js";
import { withDeadline } from "../config/deadline.js";
import type { Log } from "../config/logger.js";
import type { Runtime } from "../config/runtime.js";
import { BackendError, isBackendError } from "../errors/backend-error.js";
import type { CompletedSignIn, SessionHooks, SignInCandidate } from "./hooks.js";
import { isInsideHook, runInsideHook } from "./inside-hook.js";

type Notification = Exclude<keyof SessionHooks, "allowSignIn">;
type ArgumentOf<K extends Notification> = Parameters<NonNullable<SessionHooks[K]>>[0];

export type WaitUntil = (work: Promise<unknown>) => void;

interface RunnerParts {
  runtime: Pick<Runtime, "schedule">;
  log: Log;
  waitUntil: WaitUntil;
}

/** Returns a code or class name for the log, because the message may contain secrets. */
function reasonOf(thrown: unknown): string {
  if (isBackendError(thrown)) return thrown.code;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return /^\w{1,60}$/.test(name) ? name : "unknown";
}

function refusedSignIn(operation: string, code: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "sign_in_refused",
    upstreamCode: code,
    status: 403,
    message: `${operation} was refused by the app's own rule, allowSignIn.`,
    operation,
  });
}

function failedSignIn(operation: string, cause: unknown): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was not completed, because allowSignIn failed.`,
    retryable: true,
    operation,
    cause,
  });
}

export class HookRunner {
  readonly #hooks: SessionHooks;
  readonly #parts: RunnerParts;

  constructor(hooks: SessionHooks, parts: RunnerParts) {
    this.#hooks = hooks;
    this.#parts = parts;
  }

  get isGuarded(): boolean {
    return this.#hooks.allowSignIn !== undefined && !isInsideHook();
  }

  get wantsSignedIn(): boolean {
    return this.#hooks.signedIn !== undefined && !isInsideHook();
  }

  async checkSignIn(
    operation: string,
    open: (signal: AbortSignal) => SignInCandidate,
  ): Promise<void> {
    const { allowSignIn } = this.#hooks;
    if (!allowSignIn || isInsideHook()) return;
    const { runtime } = this.#parts;
    let verdict: unknown;
    try {
      verdict = await withDeadline(runtime, HOOK_DEADLINE_MS, async (signal) =>
        runInsideHook(() => allowSignIn(open(signal))),
      );
    } catch (thrown) {
      this.#reportFailure("allowSignIn", thrown);
      throw failedSignIn(operation, thrown);
    }
    if (verdict === true) return;
    if (typeof verdict === "object" && verdict !== null && "refuse" in verdict) {
      const { refuse } = verdict;
      if (typeof refuse === "string") throw refusedSignIn(operation, refuse);
    }
    const wrong = new TypeError("allowSignIn must return true or { refuse: code }.");
    this.#reportFailure("allowSignIn", wrong);
    throw failedSignIn(operation, wrong);
  }

  completeSignIn(open: () => CompletedSignIn): void {
    if (this.wantsSignedIn) this.notify("signedIn", open());
  }

  notify<K extends Notification>(name: K, argument: ArgumentOf<K>): void {
    const hook = this.#hooks[name] as ((argument: ArgumentOf<K>) => unknown) | undefined;
    if (!hook || isInsideHook()) return;
    const work = runInsideHook(async () => hook(argument)).catch((thrown) =>
      this.#reportFailure(name, thrown),
    );
    this.#parts.waitUntil(work);
  }

  #reportFailure(hook: keyof SessionHooks, thrown: unknown): void {
    this.#parts.log("hook_failed", { hook, reason: reasonOf(thrown) });
  }
}
