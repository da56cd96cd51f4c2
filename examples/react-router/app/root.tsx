import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, Links, Meta, Outlet, Scripts } from "react-router";
import type { Route } from "./+types/root";
import { scopeContext, withScope } from "./lib/sessions.server.ts";
import style from "./style.css?url";

export const middleware: Route.MiddlewareFunction[] = [withScope];

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: style }];

export async function loader({ context }: Route.LoaderArgs) {
  const { status } = await context.get(scopeContext).session();
  return { status };
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function Account({ status }: { status: "authenticated" | "unauthenticated" | "unavailable" }) {
  if (status === "unauthenticated") return <Link to="/sign-in">Sign in</Link>;
  if (status === "unavailable") return null;
  return (
    <form method="post" action="/auth/sign-out">
      <input type="hidden" name="next" value="/" />
      <button className="quiet" type="submit">
        Sign out
      </button>
    </form>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <header>
        <nav aria-label="Main">
          <Link to="/">Home</Link>
          <Link to="/notes">Notes</Link>
          <Link to="/stream">Streamed</Link>
          <Account status={loaderData.status} />
        </nav>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <title>This did not work · Notes</title>
      <h1>This did not work</h1>
      <p>{isRouteErrorResponse(error) ? String(error.data) : "Wait a minute, then try again."}</p>
    </main>
  );
}
