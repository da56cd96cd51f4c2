import type { PasskeyMetadata } from "@supabase/supabase-js";
import { abortable, abortableResult } from "../config/abortable.js";
import { isBackendError, type Result, reviveError } from "../errors/backend-error.js";
import { fromForeignAnswer } from "../errors/from-network.js";
import { fromPasskeyFailure, passkeyUnsupported } from "../errors/from-passkey.js";
import { sessionMissing } from "../errors/session-missing.js";
import type { SessionEvent } from "../session/events.js";
import type { PublicSession } from "../session/session.js";
import {
  decodeCreation,
  decodeRequest,
  type EncodedOptions,
  encodeCredential,
} from "./passkey-encoding.js";
import type { RegisterPasskeyOptions, SignInWithPasskeyOptions } from "./passkey-options.js";
import type { SessionHandler } from "./session-http.js";

interface Tab {
  post: SessionHandler["post"];
  subscribe(listener: (event: SessionEvent) => void): () => void;
  reload(source: "local"): Promise<PublicSession>;
}

interface PasskeyChallenge {
  challenge_id: string;
  options: EncodedOptions;
}

/**
 * The page's clients share this variable: a new passkey call aborts the pending call of any client.
 */
let current: AbortController | null = null;

function run<T>(
  operation: string,
  { signal }: RegisterPasskeyOptions,
  work: () => Promise<T>,
): Promise<Result<T>> {
  const attempt = async (): Promise<Result<T>> => {
    try {
      return { data: await work(), error: null };
    } catch (thrown) {
      if (!isBackendError(thrown)) throw thrown;
      return { data: null, error: thrown };
    }
  };
  return abortableResult(attempt(), { operation, signal });
}

export function createPasskeys({ post, subscribe, reload }: Tab) {
  async function ask(
    kind: "registration" | "authentication",
    operation: string,
    { signal: given, mediation, captchaToken }: SignInWithPasskeyOptions,
  ) {
    if (given?.aborted) throw fromPasskeyFailure(given.reason, operation);
    const controller = new AbortController();
    const { signal } = controller;
    const abort = (): void => controller.abort();
    given?.addEventListener("abort", abort);
    const isConditional = mediation === "conditional";
    const stop = subscribe((event) => {
      if (isConditional && event !== "INITIAL_SESSION" && event !== "TOKEN_REFRESHED") abort();
    });
    const prompt = async (options: EncodedOptions) => {
      try {
        const how = { signal, ...(mediation && { mediation }) };
        const { credentials } = navigator;
        const credential = await (kind === "registration"
          ? credentials.create({ ...how, publicKey: decodeCreation(options) })
          : credentials.get({ ...how, publicKey: decodeRequest(options) }));
        return encodeCredential(credential as PublicKeyCredential);
      } catch (thrown) {
        throw fromPasskeyFailure(thrown, operation);
      }
    };
    current?.abort();
    current = controller;
    try {
      if (!globalThis.PublicKeyCredential) {
        throw passkeyUnsupported(operation, "this browser or page has no WebAuthn.");
      }
      if (isConditional && !(await PublicKeyCredential.isConditionalMediationAvailable?.())) {
        const why = "this browser does not support passkey autofill.";
        throw passkeyUnsupported(operation, why);
      }
      signal.throwIfAborted();
      const asked = post(`passkey/${kind}/options`, { captchaToken });
      const started = await abortable(asked, { operation, signal });
      const { challenge_id: challengeId, options } = started as Partial<PasskeyChallenge>;
      if (!challengeId || !options) throw fromForeignAnswer({ status: 200, operation });
      return { challengeId, credential: await prompt(options) };
    } catch (thrown) {
      throw signal.aborted ? fromPasskeyFailure(signal.reason, operation) : thrown;
    } finally {
      if (current === controller) current = null;
      stop();
      given?.removeEventListener("abort", abort);
    }
  }

  return {
    signIn(options: SignInWithPasskeyOptions = {}) {
      const operation = "session passkey sign-in";
      return run(operation, options, async () => {
        const proof = await ask("authentication", operation, options);
        await post("passkey/authentication/verify", proof);
        const now = await reload("local");
        if (now.status === "authenticated") return now;
        throw now.error ? reviveError(now.error) : sessionMissing(operation);
      });
    },
    register(options: RegisterPasskeyOptions = {}) {
      const operation = "session passkey registration";
      return run(operation, options, async () => {
        const proof = await ask("registration", operation, options);
        const passkey: unknown = await post("passkey/registration/verify", proof);
        return passkey as PasskeyMetadata;
      });
    },
  };
}
