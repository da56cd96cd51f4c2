/**
 * Options of {@link SessionClient.registerPasskey}.
 * @beta
 */
export interface RegisterPasskeyOptions {
  /**
   * Closes the browser's dialog and returns `aborted`. Once the user has chosen a passkey, an abort
   * only ends the wait. Default: no limit.
   */
  signal?: AbortSignal | undefined;
}

/**
 * Options of {@link SessionClient.signInWithPasskey}.
 * @beta
 */
export interface SignInWithPasskeyOptions extends RegisterPasskeyOptions {
  /**
   * With `conditional` the browser shows no dialog, but offers passkeys in the autofill of an input
   * with `autocomplete="username webauthn"`. The call waits until the user picks one there, another
   * passkey flow starts or the session changes. Default: `optional`, a dialog.
   */
  mediation?: "optional" | "required" | "conditional" | undefined;
  /** Token of the captcha, for a project that requires one at sign-in. Default: none. */
  captchaToken?: string | undefined;
}
