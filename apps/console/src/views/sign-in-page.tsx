import { Field, Problem } from "./field.js";

export interface SignInProps {
  next: string;
  email?: string | undefined;
  problem?: string | undefined;
}

const PROBLEM = "problem";

function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

function EmailField({ email, problem }: Pick<SignInProps, "email" | "problem">) {
  return (
    <Field
      name="email"
      label="Email"
      type="email"
      autocomplete="username"
      value={email}
      describedBy={problem && PROBLEM}
    />
  );
}

export function PasswordPage({ next, email, problem }: SignInProps) {
  return (
    <form class="card" method="post" action="/sign-in">
      <h1>Sign in</h1>
      <Problem id={PROBLEM} sentence={problem} />
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} problem={problem} />
      <Field
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        describedBy={problem && PROBLEM}
      />
      <button type="submit">Sign in</button>
      <p>
        <a href={withNext("/sign-in/code", next)}>Sign in with an emailed code instead</a>
      </p>
    </form>
  );
}

export function CodeRequestPage({ next, email, problem }: SignInProps) {
  return (
    <form class="card" method="post" action="/sign-in/code">
      <h1>Sign in with a code</h1>
      <Problem id={PROBLEM} sentence={problem} />
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} problem={problem} />
      <button type="submit">Send me a code</button>
      <p>
        <a href={withNext("/sign-in", next)}>Sign in with a password instead</a>
      </p>
    </form>
  );
}

/** Shows the same text for known and unknown addresses, so that it does not reveal accounts. */
export function CodePage({ next, email, problem }: SignInProps) {
  return (
    <form class="card" method="post" action="/sign-in/verify">
      <h1>Enter your code</h1>
      <Problem id={PROBLEM} sentence={problem} />
      <p>If {email} has an account, a code is on its way.</p>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="email" value={email} />
      <Field
        name="code"
        label="Code"
        autocomplete="one-time-code"
        inputmode="numeric"
        maxlength={12}
        autofocus
        describedBy={problem && PROBLEM}
      />
      <button type="submit">Sign in</button>
      <p>
        <a href={withNext("/sign-in/code", next)}>Ask for another code</a>
      </p>
    </form>
  );
}

export function SecondFactorPage({ next, problem }: SignInProps) {
  return (
    <form class="card" method="post" action="/second-factor">
      <h1>Two-step verification</h1>
      <Problem id={PROBLEM} sentence={problem} />
      <input type="hidden" name="next" value={next} />
      <Field
        name="code"
        label="Code from your authenticator app"
        autocomplete="one-time-code"
        inputmode="numeric"
        maxlength={10}
        autofocus
        describedBy={problem && PROBLEM}
      />
      <button type="submit">Continue</button>
    </form>
  );
}
