// integration: begin
import { unwrap } from "@dossier/backend-client";
// integration: end
import { Suspense } from "react";
import { Await } from "react-router";
import { NoteList } from "../lib/note-list.tsx";
import { requireSession } from "../lib/require-session.server.ts";
import type { Route } from "./+types/stream";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireSession(args);
  const query = db.from("notes").select("id, body").order("id");
  // React Router streams a promise that the loader returns without `await`.
  return { notes: Promise.resolve(query).then(unwrap) };
}

export default function Stream({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>Streamed notes · Notes</title>
      <h1>Streamed notes</h1>
      <Suspense fallback={<p className="muted">Loading notes…</p>}>
        <Await resolve={loaderData.notes}>{(notes) => <NoteList notes={notes} />}</Await>
      </Suspense>
    </>
  );
}
