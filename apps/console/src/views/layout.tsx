import type { Context } from "hono";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ConsoleEnv } from "../scope.js";

export interface PageInfo {
  title: string;
  status?: number;
}

export function respond(
  c: Context<ConsoleEnv>,
  { title, status = 200 }: PageInfo,
  content: () => Child,
): Response | Promise<Response> {
  // Undefined if `requireStaff` has not run: on public pages, and after an earlier error.
  const email = c.var.session?.claims.email;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Dossier console`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header>
          <a class="brand" href="/">
            Dossier <span>console</span>
          </a>
          {email === undefined ? null : (
            <form method="post" action="/auth/sign-out">
              <input type="hidden" name="next" value="/sign-in" />
              <span class="who">{email}</span>
              <button class="quiet" type="submit">
                Sign out
              </button>
            </form>
          )}
        </header>
        <main id="content" tabindex={-1}>
          {content()}
        </main>
      </body>
    </html>
  );
  return c.html(html`<!doctype html>${page}`, status as ContentfulStatusCode);
}
