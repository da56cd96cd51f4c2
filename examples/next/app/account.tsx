"use client";
// integration: begin
import { useSession } from "@dossier/backend-client/react";
// integration: end
import Link from "next/link";

export function Account() {
  const session = useSession();
  if (session.status === "unauthenticated") return <Link href="/sign-in">Sign in</Link>;
  if (session.status === "unavailable") return null;
  return (
    <form method="post" action="/auth/sign-out">
      <input type="hidden" name="next" value="/" />
      <button className="quiet" type="submit">
        Sign out
      </button>
    </form>
  );
}
