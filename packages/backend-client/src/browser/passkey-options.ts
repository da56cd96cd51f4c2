/**
 * Options of {@link SessionClient.registerPasskey}.
 * @beta
 */
export interface RegisterPasskeyOptions {
  /**
   * Aborts the call with `aborted` and closes the browser's dialog. If the user has already
   * confirmed a passkey, the server may still complete the call. Default: no signal.
   */
  signal?: AbortSignal | undefined;
}

/**
 * Options of {@link SessionClient.signInWithPasskey}.
 * @beta
 */
export interface SignInWithPasskeyOptions extends RegisterPasskeyOptions {
  /**
   * `optional` and `required` show the browser's dialog. `conditional` offers passkeys in the
   * autofill of an input with `autocomplete="username webauthn"`, until the user picks one, another
   * passkey flow starts or the session changes. Default: `optional`.
   */
  mediation?: "optional" | "required" | "conditional" | undefined;
  /** Captcha token, for a project that requires a captcha at sign-in. Default: none. */
  captchaToken?: string | undefined;
}
