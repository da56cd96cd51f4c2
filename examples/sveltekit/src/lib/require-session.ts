import { error, type RequestEvent, redirect } from "@sveltejs/kit";

// integration: begin
export async function requireSession({ locals, url }: Pick<RequestEvent, "locals" | "url">) {
  const session = await locals.scope.session();
  if (session.status === "unauthenticated") {
    redirect(303, `/sign-in?next=${encodeURIComponent(url.pathname + url.search)}`);
  }
  if (session.status === "unavailable") error(503, "Wait a minute, then try again.");
  return session;
}
// integration: end
