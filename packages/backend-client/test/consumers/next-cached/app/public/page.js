import { cacheLife } from "next/cache";
import { connection } from "next/server";
import { Suspense } from "react";
import { cachedAnonymous } from "../../lib/backend.js";

async function countNotes() {
  "use cache";
  cacheLife("minutes");
  const { data, error } = await cachedAnonymous().db.from("notes").select("body");
  return error ? `error ${error.code}` : `${data.length} public notes`;
}

async function Notes() {
  // Without `connection()`, Next would render this page at build time.
  await connection();
  return <p id="notes">{await countNotes()}</p>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <Notes />
    </Suspense>
  );
}
