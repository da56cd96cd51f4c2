/** State of the sign-in form after an action. */
export interface SignInState {
  step: "password" | "verify";
  email: string;
  error?: string;
}
