// integration: begin
import { unwrap } from "@dossier/backend-client";
// integration: end
import type { Metadata } from "next";
import { Suspense } from "react";
import { NoteList } from "@/app/notes/note-list";
import { getBackend, page } from "@/lib/backend";

export const metadata: Metadata = { title: "Streamed notes" };

async function Notes() {
  const { db } = await getBackend();
  return <NoteList notes={unwrap(await db.from("notes").select("id, body").order("id"))} />;
}

export default page("/stream", () => (
  <>
    <h1>Streamed notes</h1>
    <Suspense fallback={<p className="muted">Loading notes…</p>}>
      <Notes />
    </Suspense>
  </>
));
