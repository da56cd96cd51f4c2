// integration: begin
import { unwrap } from "@dossier/backend-client";
// integration: end
import { Form } from "react-router";
import { NoteList } from "../lib/note-list.tsx";
import { requireSession } from "../lib/require-session.server.ts";
import type { Route } from "./+types/notes";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireSession(args);
  const search = new URL(args.request.url).searchParams.get("search") ?? "";
  const query = db.from("notes").select("id, body").ilike("body", `%${search}%`).order("id");
  return { search, notes: unwrap(await query) };
}

export default function Notes({ loaderData: { search, notes } }: Route.ComponentProps) {
  return (
    <>
      <title>Notes</title>
      <h1>Notes</h1>
      <Form role="search">
        <label htmlFor="search">Search</label>
        <input id="search" name="search" type="search" defaultValue={search} />
        <button className="quiet" type="submit">
          Search
        </button>
      </Form>
      <NoteList notes={notes} />
    </>
  );
}
