import { safeNext } from "@dossier/backend-client/server";
import { type Context, Hono } from "hono";
import { dependsOnAccount, sentenceFor } from "../errors.js";
import { readForm } from "../form.js";
import type { ConsoleEnv } from "../scope.js";
import { respond } from "../views/layout.js";
import {
  CodePage,
  CodeRequestPage,
  PasswordPage,
  type SignInProps,
} from "../views/sign-in-page.js";

type Page = (props: SignInProps) => ReturnType<typeof PasswordPage>;

function show(c: Context<ConsoleEnv>, Content: Page, props: SignInProps) {
  return respond(c, { title: "Sign in", status: props.problem ? 422 : 200 }, () => (
    <Content {...props} />
  ));
}

export function signIn(): Hono<ConsoleEnv> {
  const routes = new Hono<ConsoleEnv>();

  for (const [path, Content] of [
    ["/sign-in", PasswordPage],
    ["/sign-in/code", CodeRequestPage],
  ] as const) {
    routes.get(path, async (c) => {
      const next = safeNext(c.req.query("next"));
      const session = await c.var.scope.session();
      if (session.status === "authenticated") return c.redirect(next, 303);
      return show(c, Content, { next });
    });
  }

  routes.post("/sign-in", async (c) => {
    const { email, password, next } = await readForm(c, "email", "password", "next");
    const { error } = await c.var.scope.auth.signInWithPassword({ email, password });
    if (error)
      return show(c, PasswordPage, { next: safeNext(next), email, problem: sentenceFor(error) });
    return c.redirect(safeNext(next), 303);
  });

  routes.post("/sign-in/code", async (c) => {
    const { email, next } = await readForm(c, "email", "next");
    const props = { next: safeNext(next), email };
    const { error } = await c.var.scope.auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    if (error && dependsOnAccount(error)) {
      if ((error.status ?? 500) >= 429) console.error(`code email failed: ${error.code}`);
    } else if (error) {
      return show(c, CodeRequestPage, { ...props, problem: sentenceFor(error) });
    }
    return show(c, CodePage, props);
  });

  routes.post("/sign-in/verify", async (c) => {
    const { email, code, next } = await readForm(c, "email", "code", "next");
    const token = code.replace(/\s/g, "");
    const { error } = await c.var.scope.auth.verifyOtp({ email, token, type: "email" });
    if (error)
      return show(c, CodePage, { next: safeNext(next), email, problem: sentenceFor(error) });
    return c.redirect(safeNext(next), 303);
  });

  return routes;
}
