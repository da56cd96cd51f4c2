// integration: begin
import { isBackendError, isSessionOver, unwrap } from "@dossier/backend-client";
import { safeNext } from "@dossier/backend-client/server";
// integration: end
import express, { type ErrorRequestHandler } from "express";
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
import { authHandler, openScope } from "./sessions.ts";

const app = express();
app.use("/auth", authHandler);
app.use(express.static("public"));
app.use(express.urlencoded({ extended: false }));
app.use(openScope);

app.get("/", async (_req, res) => {
  const { scope, finish } = res.locals;
  const session = await scope.session();
  finish();
  res.send(homePage(session));
});

app.get("/sign-in", (req, res) => {
  res.send(signInPage({ next: safeNext(req.query.next, "/notes") }));
});

app.post("/sign-in", async (req, res) => {
  const { scope, finish } = res.locals;
  const { step, email = "", password = "", code = "" } = req.body;
  const next = safeNext(req.body.next, "/notes");

  if (step === "send") {
    const options = { shouldCreateUser: false };
    const { error } = await scope.auth.signInWithOtp({ email, options });
    finish();
    if (error && isForEveryone(error)) {
      res.status(400).send(signInPage({ next, email, error: describe(error) }));
    } else {
      res.send(codePage({ next, email }));
    }
    return;
  }

  const { error } =
    step === "verify"
      ? await scope.auth.verifyOtp({ email, token: code, type: "email" })
      : await scope.auth.signInWithPassword({ email, password });
  finish();
  if (!error) {
    res.redirect(303, next);
    return;
  }
  const page = step === "verify" ? codePage : signInPage;
  res.status(400).send(page({ next, email, error: describe(error) }));
});

app.get("/notes", async (req, res) => {
  const { scope, finish } = res.locals;
  await scope.requireSession();
  const search = String(req.query.search ?? "");
  const query = scope.db.from("notes").select("body").ilike("body", `%${search}%`).order("id");
  const notes = unwrap(await query);
  finish();
  res.send(notesPage(search, notes));
});

app.get("/stream", async (_req, res) => {
  const { scope, finish } = res.locals;
  await scope.requireSession(); // Refresh first, because a streamed page cannot set cookies.
  finish();
  res.type("html").write(`${pageStart({ title: "Streamed notes", status: "authenticated" })}`);
  const notes = unwrap(await scope.db.from("notes").select("body").order("id"));
  res.end(`${noteList(notes)}${pageEnd}`);
});

// integration: begin
const handleError: ErrorRequestHandler = (error, req, res, next) => {
  if (!isBackendError(error) || res.headersSent) return next(error);
  res.locals.finish();
  if (isSessionOver(error)) {
    return res.redirect(303, `/sign-in?next=${encodeURIComponent(req.originalUrl)}`);
  }
  const status = error.kind === "network" ? 503 : (error.status ?? 500);
  res.status(status).send(messagePage("This did not work", describe(error)));
};
// integration: end
app.use(handleError);

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : address}`);
});
