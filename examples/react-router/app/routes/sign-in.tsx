// integration: begin
import { returnTo, safeNext } from "@dossier/backend-client/server";
// integration: end
import { data, Form, redirect } from "react-router";
import { describe, isForEveryone } from "../lib/errors.ts";
import { scopeContext } from "../lib/sessions.server.ts";
import type { Route } from "./+types/sign-in";

export function loader({ request }: Route.LoaderArgs) {
  return { next: safeNext(new URL(request.url).searchParams.get("next"), "/notes") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(scopeContext);
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const [step, email] = [read("step"), read("email")];

  if (step === "send") {
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    return error && isForEveryone(error)
      ? data({ step: "password", email, error: describe(error) }, 400)
      : data({ step: "verify", email, error: undefined });
  }

  const { error } =
    step === "verify"
      ? await auth.verifyOtp({ email, token: read("code"), type: "email" })
      : await auth.signInWithPassword({ email, password: read("password") });
  if (!error) return redirect(returnTo(form, "/notes"), 303);
  return data({ step, email, error: describe(error) }, 400);
}

export default function SignIn({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const { step, email = "", error } = actionData ?? {};
  const alert = error && (
    <p className="error" role="alert">
      {error}
    </p>
  );
  if (step === "verify") {
    return (
      <>
        <title>Enter your code · Notes</title>
        <h1>Enter your code</h1>
        <Form key="verify" className="card" method="post">
          {alert}
          <p>If {email} has an account, a code is on its way.</p>
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="email" value={email} />
          <label htmlFor="code">Code</label>
          <input id="code" name="code" inputMode="numeric" autoComplete="one-time-code" required />
          <button type="submit" name="step" value="verify">
            Continue
          </button>
        </Form>
        <p>
          <a href="/sign-in">Use another email address</a>
        </p>
      </>
    );
  }
  return (
    <>
      <title>Sign in · Notes</title>
      <h1>Sign in</h1>
      <Form className="card" method="post">
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
        <button type="submit" name="step" value="password">
          Sign in
        </button>
        <button className="quiet" type="submit" name="step" value="send">
          Email me a code
        </button>
      </Form>
    </>
  );
}
