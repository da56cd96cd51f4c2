import { UNREACHABLE } from "@/lib/errors/form-sentences";
import { toUnansweredFailure } from "@/lib/forms/call-failure";
import { echoFormValues, type FormFailure } from "@/lib/forms/form-state";

export type FormCall<S> = (state: S | null, form: FormData) => Promise<S | null>;

export type FormListeners<S> = {
  prepare?: ((form: FormData) => Promise<void>) | undefined;
  /** Called with the path of each redirect, even to the same page. */
  onRedirect?: ((path: string) => void) | undefined;
  /** Called with the action's result before the changed page renders. */
  onAnswer?: ((state: S | null) => void) | undefined;
  /** Creates the state if the call fails, because the action then returns no state. */
  lost: (failure: FormFailure, form: FormData) => S;
};

function redirectOf(error: unknown): string | undefined {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  const [kind, , ...rest] = digest.split(";");
  return kind === "NEXT_REDIRECT" ? rest.slice(0, -2).join(";") : undefined;
}

/**
 * Returns the next state of the form. Throws redirects, which Next handles, and unexpected errors,
 * which the error boundary shows.
 * @param listeners returns the listeners of the latest render
 */
export async function sendForm<S>(
  form: FormData,
  action: FormCall<S>,
  listeners: () => FormListeners<S>,
): Promise<S | null> {
  try {
    await listeners().prepare?.(form);
    const state = await action(null, form);
    listeners().onAnswer?.(state);
    return state;
  } catch (error) {
    const path = redirectOf(error);
    if (path !== undefined) listeners().onRedirect?.(path);
    const failure = toUnansweredFailure(error);
    if (!failure) throw error;
    // The form keeps the page's version, because no response has returned a newer version.
    const { version: _, ...values } = echoFormValues(form);
    const message = failure.code === "network" ? UNREACHABLE : failure.message;
    return listeners().lost({ ...failure, message, values }, form);
  }
}
