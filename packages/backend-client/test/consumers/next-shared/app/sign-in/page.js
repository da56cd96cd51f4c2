import { Suspense } from "react";
import { signIn } from "./actions.js";

async function Form({ searchParams }) {
  const { next = "/", error } = await searchParams;
  return (
    <form action={signIn}>
      {error && <p role="alert">{error}</p>}
      <input type="hidden" name="next" value={next} />
      <input name="email" />
      <input name="password" type="password" />
      <button type="submit">Sign in</button>
    </form>
  );
}

export default function Page({ searchParams }) {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <Form searchParams={searchParams} />
    </Suspense>
  );
}
