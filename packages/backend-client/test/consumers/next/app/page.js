import { getBackend, getSession } from "../lib/backend.js";
import { signIn, write } from "./actions.js";
import { Who } from "./who.js";

export default async function Page() {
  const session = await getSession();
  const backend = await getBackend();
  const notes =
    session.status === "authenticated" ? (await backend.db.from("notes").select("body")).data : [];
  return (
    <main>
      <p id="server">{`server ${session.status}`}</p>
      <Who />
      <ul>
        {notes.map(({ body }) => (
          <li key={body}>{body}</li>
        ))}
      </ul>
      {session.status === "authenticated" ? (
        <form action={write}>
          <input name="body" />
        </form>
      ) : (
        <form action={signIn}>
          <input name="email" />
          <input name="password" type="password" />
        </form>
      )}
    </main>
  );
}
