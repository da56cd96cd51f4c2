import { signIn } from "../actions.js";

export default async function Page({ searchParams }) {
  const { next = "/" } = await searchParams;
  return (
    <form action={signIn}>
      <input type="hidden" name="next" value={next} />
      <input name="email" />
      <input name="password" type="password" />
      <button type="submit">Sign in</button>
    </form>
  );
}
