import { useCallback, useEffect, useRef, useState } from "react";
import type { SignInWithPasskeyOptions } from "../browser/passkey-options.js";
import type { SessionClient } from "../browser/session-client.js";
import type { RegisteredClaims } from "../config/register.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import { useBackend } from "./provider.js";

/**
 * Methods and state of {@link usePasskey}.
 * @beta
 */
export interface PasskeyHandle {
  /**
   * Signs in as `session.signInWithPasskey` does. A second call while the dialog is open returns
   * the result of the first.
   */
  signIn(
    options?: Omit<SignInWithPasskeyOptions, "signal">,
  ): ReturnType<SessionClient<RegisteredClaims>["signInWithPasskey"]>;
  /**
   * Adds a passkey as `session.registerPasskey` does. A second call while the dialog is open
   * returns the result of the first.
   */
  register(): ReturnType<SessionClient["registerPasskey"]>;
  /** True from a call until its result. Always false for `mediation: "conditional"`. */
  isPending: boolean;
  /**
   * The reason why the last call failed. Null while a call is pending and after a success. A call
   * with `mediation: "conditional"` returns its error only in its result.
   */
  error: BackendError | null;
}

type State = Pick<PasskeyHandle, "isPending" | "error">;

interface Call {
  kind: "dialog" | "autofill" | "register";
  result: Promise<Result<unknown>>;
}

const IDLE: State = { isPending: false, error: null };

/**
 * Signs in with a passkey, or adds one, with the state that a button needs. Unmounting closes the
 * browser's dialog and ends autofill.
 * @beta
 * @example
 * const { signIn, isPending, error } = usePasskey();
 * const { data } = await signIn();
 */
export function usePasskey(): PasskeyHandle {
  const { session } = useBackend();
  const [state, setState] = useState<State>(IDLE);
  const latest = useRef<Call | null>(null);
  const mounted = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      mounted.current?.abort();
      mounted.current = null;
      latest.current = null;
    },
    [],
  );

  const start = useCallback(
    <T>(kind: Call["kind"], call: (signal: AbortSignal) => Promise<Result<T>>) => {
      const former = latest.current;
      if (former?.kind === kind) return former.result as Promise<Result<T>>;
      mounted.current ??= new AbortController();
      const result = call(mounted.current.signal);
      const mine = { kind, result };
      latest.current = mine;
      setState({ isPending: kind !== "autofill", error: null });
      void result.then(({ error }) => {
        if (latest.current !== mine) return;
        latest.current = null;
        if (kind !== "autofill") setState({ isPending: false, error });
      });
      return result;
    },
    [],
  );

  const signIn = useCallback<PasskeyHandle["signIn"]>(
    (options) =>
      start(options?.mediation === "conditional" ? "autofill" : "dialog", (signal) =>
        session.signInWithPasskey({ ...options, signal }),
      ),
    [session, start],
  );
  const register = useCallback(
    () => start("register", (signal) => session.registerPasskey({ signal })),
    [session, start],
  );
  return { ...state, signIn, register };
}
