// integration: begin
import { unwrap } from "@dossier/backend-client";
// integration: end
import type { Metadata } from "next";
import Form from "next/form";
import { NoteList } from "@/app/notes/note-list";
import { page } from "@/lib/backend";

export const metadata: Metadata = { title: "Notes" };

export default page("/notes", async ({ backend, searchParams }) => {
  const search = String(searchParams.search ?? "");
  const query = backend.db.from("notes").select("id, body").ilike("body", `%${search}%`);
  const notes = unwrap(await query.order("id"));
  return (
    <>
      <h1>Notes</h1>
      <Form action="/notes" role="search">
        <label htmlFor="search">Search</label>
        <input id="search" name="search" type="search" defaultValue={search} />
        <button className="quiet" type="submit">
          Search
        </button>
      </Form>
      <NoteList notes={notes} />
    </>
  );
});
