"use client";
import { useActionState } from "react";
import { signIn } from "@/app/sign-in/actions";
import type { SignInState } from "@/app/sign-in/state";

const EMPTY: SignInState = { step: "password", email: "" };

export function SignInForm({ next }: { next: string }) {
  const [{ step, email, error }, submit, isPending] = useActionState(signIn, EMPTY);
  const alert = error && (
    <p className="error" role="alert">
      {error}
    </p>
  );
  if (step === "verify") {
    return (
      <>
        <h1>Enter your code</h1>
        <form className="card" action={submit}>
          {alert}
          <p>If {email} has an account, a code is on its way.</p>
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="email" value={email} />
          <label htmlFor="code">Code</label>
          <input id="code" name="code" inputMode="numeric" autoComplete="one-time-code" required />
          <button type="submit" name="step" value="verify" disabled={isPending}>
            Continue
          </button>
        </form>
        <p>
          <a href="/sign-in">Use another email address</a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Sign in</h1>
      <form className="card" action={submit}>
        {alert}
        <input type="hidden" name="next" value={next} />
        <label htmlFor="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
        />
        <label htmlFor="password">Password</label>
        <input id="password" name="password" type="password" autoComplete="current-password" />
        <button type="submit" name="step" value="password" disabled={isPending}>
          Sign in
        </button>
        <button className="quiet" type="submit" name="step" value="send" disabled={isPending}>
          Email me a code
        </button>
      </form>
    </>
  );
}
