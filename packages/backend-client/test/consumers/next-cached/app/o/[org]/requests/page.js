import { unwrap } from "@dossier/backend-client";
import { page } from "../../../../lib/backend.js";
import { write } from "./actions.js";

export default page("/o/[org]/requests", async ({ backend, session, params, searchParams }) => {
  const rows = unwrap(await backend.db.from("notes").select("body"));
  return (
    <main>
      <p id="server">{`server ${session.claims.email} ${params.org} ${searchParams.x ?? ""}`}</p>
      <ul>
        {rows.map(({ body }) => (
          <li key={body}>{body}</li>
        ))}
      </ul>
      <form action={write}>
        <input name="body" />
        <button type="submit">Write</button>
      </form>
    </main>
  );
});
