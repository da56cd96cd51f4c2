// integration: begin
import type { Session } from "@dossier/backend-client";
// integration: end
import { type Html, html } from "./html.ts";

interface Page {
  title: string;
  status: Session["status"];
}

const ACCOUNT: Record<Session["status"], Html> = {
  authenticated: html`<form method="post" action="/auth/sign-out">
          <input type="hidden" name="next" value="/">
          <button class="quiet">Sign out</button>
        </form>`,
  unauthenticated: html`<a href="/sign-in">Sign in</a>`,
  unavailable: html``,
};

export function pageStart({ title, status }: Page): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title} · Notes</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header>
      <nav aria-label="Main">
        <a href="/">Home</a>
        <a href="/notes">Notes</a>
        <a href="/stream">Streamed</a>
        ${ACCOUNT[status]}
      </nav>
    </header>
    <main>
      <h1>${title}</h1>`;
}

export const pageEnd: Html = html`
    </main>
  </body>
</html>`;

export function renderPage(page: Page, content: Html): string {
  return `${pageStart(page)}${content}${pageEnd}`;
}

function describeSession(session: Session): Html {
  if (session.status === "authenticated")
    return html`You are signed in as ${session.claims.email}.`;
  if (session.status === "unauthenticated") return html`You are signed out.`;
  return html`We can’t check right now whether you are signed in.`;
}

export function homePage(session: Session): string {
  const page = { title: "Home", status: session.status };
  return renderPage(page, html`<p>${describeSession(session)}</p>`);
}

export function messagePage(title: string, text: string): string {
  return renderPage({ title, status: "unavailable" }, html`<p>${text}</p>`);
}

interface SignIn {
  next: string;
  email?: string;
  error?: string | undefined;
}

const alert = (error: string | undefined) =>
  error ? html`<p class="error" role="alert">${error}</p>` : undefined;

export function signInPage({ next, email, error }: SignIn): string {
  return renderPage(
    { title: "Sign in", status: "unauthenticated" },
    html`<form class="card" method="post" action="/sign-in">
        ${alert(error)}
        <input type="hidden" name="next" value="${next}">
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${email}">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password">
        <button name="step" value="password">Sign in</button>
        <button name="step" value="send" class="quiet">Email me a code</button>
      </form>`,
  );
}

export function codePage({ next, email, error }: SignIn): string {
  return renderPage(
    { title: "Enter your code", status: "unauthenticated" },
    html`<form class="card" method="post" action="/sign-in">
        ${alert(error)}
        <p>If ${email} has an account, a code is on its way.</p>
        <input type="hidden" name="next" value="${next}">
        <input type="hidden" name="email" value="${email}">
        <label for="code">Code</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required>
        <button name="step" value="verify">Continue</button>
      </form>
      <p><a href="/sign-in">Use another email address</a></p>`,
  );
}

export function noteList(notes: readonly { body: string }[]): Html {
  if (notes.length === 0) return html`<p>No notes found.</p>`;
  return html`<ul class="card">${notes.map(({ body }) => html`<li>${body}</li>`)}</ul>`;
}

export function notesPage(search: string, notes: readonly { body: string }[]): string {
  return renderPage(
    { title: "Notes", status: "authenticated" },
    html`<form role="search">
        <label for="search">Search</label>
        <input id="search" name="search" type="search" value="${search}">
        <button class="quiet">Search</button>
      </form>
      ${noteList(notes)}`,
  );
}
