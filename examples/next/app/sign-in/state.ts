export interface SignInState {
  step: "password" | "verify";
  email: string;
  error?: string;
}
