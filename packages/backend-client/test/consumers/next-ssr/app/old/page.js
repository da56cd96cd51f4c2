import { config, createClient } from "../../lib/supabase.js";
import { signIn, signOut } from "./actions.js";
import { Tab } from "./tab.js";

export default async function Page() {
  const { auth } = await createClient();
  const [user, claims, session] = [
    (await auth.getUser()).data.user,
    (await auth.getClaims()).data?.claims,
    (await auth.getSession()).data.session,
  ];
  return (
    <main>
      <p>{`old ${user?.email ?? "unauthenticated"}`}</p>
      <p>{`claims ${claims?.email}, session ${session?.user.email}`}</p>
      <Tab {...config()} />
      <form action={signIn}>
        <input name="email" />
        <input name="password" type="password" />
        <button type="submit">Sign in</button>
      </form>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}
