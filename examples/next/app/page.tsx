import { getSession } from "@/lib/backend";

export default async function Home() {
  const session = await getSession();
  return (
    <>
      <h1>Home</h1>
      {session.status === "authenticated" && <p>You are signed in as {session.claims.email}.</p>}
      {session.status === "unauthenticated" && <p>You are signed out.</p>}
      {session.status === "unavailable" && (
        <p>We can’t check right now whether you are signed in.</p>
      )}
    </>
  );
}
