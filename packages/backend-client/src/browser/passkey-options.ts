/**
 * Options of {@link SessionClient.registerPasskey}.
 * @beta
 */
export interface RegisterPasskeyOptions {
  /**
   * Aborting ends the call with `aborted` and closes the browser's dialog. It does not undo a
   * choice that the user has made. Default: the call runs to its end.
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
