import { getSession } from "../../lib/backend.js";
import { signIn } from "./actions.js";

export default async function Page() {
  const session = await getSession();
  return (
    <main>
      <p>{`new ${session.claims?.email ?? session.status}`}</p>
      <form action={signIn}>
        <input name="email" />
        <input name="password" type="password" />
        <button type="submit">Sign in</button>
      </form>
      <form action="/auth/sign-out" method="post">
        <input type="hidden" name="next" value="/new" />
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}
