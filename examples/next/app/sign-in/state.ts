/** The sign-in form as an action leaves it. */
export interface SignInState {
  step: "password" | "verify";
  email: string;
  error?: string;
}
