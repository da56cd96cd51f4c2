// integration: begin
import { isBackendError, isSessionOver, unwrap } from "@dossier/backend-client";
import { returnTo, safeNext } from "@dossier/backend-client/server";
// integration: end
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { stream } from "hono/streaming";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { describe, isForEveryone } from "./errors.ts";
import {
  codePage,
  homePage,
  messagePage,
  noteList,
  notesPage,
  pageEnd,
  pageStart,
  signInPage,
} from "./pages.ts";
import { type Env, withScope } from "./sessions.ts";
import { STYLE } from "./style.ts";

const app = new Hono<Env>();

app.get("/style.css", (c) => c.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" }));
app.use(bodyLimit({ maxSize: 65_536 }));
app.use(withScope);

app.get("/", async (c) => c.html(homePage(await c.var.scope.session())));

app.get("/sign-in", (c) => c.html(signInPage({ next: safeNext(c.req.query("next"), "/notes") })));

app.post("/sign-in", async (c) => {
  const { auth } = c.var.scope;
  const form = await c.req.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const [step, email, next] = [read("step"), read("email"), returnTo(form, "/notes")];

  if (step === "send") {
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    return error && isForEveryone(error)
      ? c.html(signInPage({ next, email, error: describe(error) }), 400)
      : c.html(codePage({ next, email }));
  }

  const { error } =
    step === "verify"
      ? await auth.verifyOtp({ email, token: read("code"), type: "email" })
      : await auth.signInWithPassword({ email, password: read("password") });
  if (!error) return c.redirect(next, 303);
  const page = step === "verify" ? codePage : signInPage;
  return c.html(page({ next, email, error: describe(error) }), 400);
});

/** Signs a user of a native app in to its web view, with the tokens of the native session. */
app.post("/handover", async (c) => {
  const body = await c.req.json().catch(() => null);
  const { access_token, refresh_token } = body ?? {};
  if (typeof access_token !== "string" || typeof refresh_token !== "string") {
    return c.json({ error: "Send access_token and refresh_token as JSON." }, 400);
  }
  const { error } = await c.var.scope.auth.adopt({ access_token, refresh_token });
  return error
    ? c.json({ error: error.toJSON() }, (error.status ?? 401) as ContentfulStatusCode)
    : c.body(null, 204);
});

app.get("/notes", async (c) => {
  const { scope } = c.var;
  await scope.requireSession();
  const search = c.req.query("search") ?? "";
  const query = scope.db.from("notes").select("body").ilike("body", `%${search}%`).order("id");
  return c.html(notesPage(search, unwrap(await query)));
});

app.get("/stream", async (c) => {
  const { scope } = c.var;
  await scope.requireSession();
  c.header("content-type", "text/html; charset=utf-8");
  // Without this header, `wrangler dev` sends nothing until the page is complete.
  c.header("content-encoding", "identity");
  return stream(c, async (page) => {
    await page.write(`${pageStart({ title: "Streamed notes", status: "authenticated" })}`);
    const notes = unwrap(await scope.db.from("notes").select("body").order("id"));
    await page.write(`${noteList(notes)}${pageEnd}`);
  });
});

// integration: begin
app.onError((error, c) => {
  if (!isBackendError(error)) throw error;
  if (isSessionOver(error)) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  }
  const status = error.kind === "network" ? 503 : (error.status ?? 500);
  return c.html(messagePage("This did not work", describe(error)), status as ContentfulStatusCode);
});
// integration: end

export default app;
