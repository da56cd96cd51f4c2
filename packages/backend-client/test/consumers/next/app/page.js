import Link from "next/link";
import { getBackend, getSession } from "../lib/backend.js";
import { signIn, write } from "./actions.js";

export default async function Page() {
  const session = await getSession();
  const backend = await getBackend();
  const notes =
    session.status === "authenticated" ? (await backend.db.from("notes").select("body")).data : [];
  return (
    <main>
      <p id="server">{`server ${session.status}`}</p>
      <ul>
        {notes.map(({ body }) => (
          <li key={body}>{body}</li>
        ))}
      </ul>
      <Link href="/leave" prefetch={false}>
        Leave
      </Link>
      {session.status === "authenticated" ? (
        <form action={write}>
          <input name="body" />
          <button type="submit">Write</button>
        </form>
      ) : (
        <form action={signIn}>
          <input name="email" />
          <input name="password" type="password" />
          <button type="submit">Sign in</button>
        </form>
      )}
    </main>
  );
}
