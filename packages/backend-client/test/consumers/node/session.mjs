import { BackendError, defineBackend, isBackendError } from "@dossier/backend-client";
import { createSessionServer, safeNext } from "@dossier/backend-client/server";

const [, , url, anonKey, email, password] = process.argv;
const sessions = createSessionServer(defineBackend({ url, anonKey }));
const cookies = new Map();

function open(path, init = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Request(`http://127.0.0.1:8080${path}`, {
    ...init,
    headers: { ...init.headers, cookie },
  });
}

function take(response) {
  for (const line of response.headers.getSetCookie()) {
    const [pair, ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return response;
}

const seen = { before: (await sessions.open(open("/")).session()).status };

const wrong = await sessions.open(open("/")).auth.signInWithPassword({ email, password: "wrong" });
seen.wrong = [wrong.error.code, isBackendError(wrong.error), wrong.error instanceof BackendError];

const signIn = sessions.open(open("/sign-in"));
const { error } = await signIn.auth.signInWithPassword({ email, password });
if (error) throw error;
const answer = take(signIn.apply(Response.redirect(`http://127.0.0.1:8080${safeNext("/x")}`, 303)));
seen.answer = [answer.status, answer.headers.get("cache-control")];

const page = sessions.open(open("/x"));
const session = await page.session();
seen.after = [session.status, session.claims?.email];
const written = await page.db.from("notes").insert({ body: "from a plain script" }).select("body");
seen.rows = written.data;

const out = await sessions.handle(
  open("/auth/sign-out", { method: "POST", headers: { origin: "http://127.0.0.1:8080" } }),
);
seen.out = [take(out).status, (await sessions.open(open("/")).session()).status];
const refused = await sessions.open(open("/")).db.from("notes").select("body");
seen.refused = refused.error.code;

console.log(JSON.stringify(seen));
