import { scopeContext } from "../lib/sessions.server.ts";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const session = await context.get(scopeContext).session();
  const { status } = session;
  return { status, email: status === "authenticated" ? session.claims.email : undefined };
}

export default function Home({ loaderData: { status, email } }: Route.ComponentProps) {
  return (
    <>
      <title>Home · Notes</title>
      <h1>Home</h1>
      {status === "authenticated" && <p>You are signed in as {email}.</p>}
      {status === "unauthenticated" && <p>You are signed out.</p>}
      {status === "unavailable" && <p>We can’t check right now whether you are signed in.</p>}
    </>
  );
}
