import { leave } from "../actions.js";

export default function Page() {
  return (
    <form action={leave}>
      <button type="submit">Sign out by an action</button>
    </form>
  );
}
