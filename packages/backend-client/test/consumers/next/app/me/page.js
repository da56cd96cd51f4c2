import { page } from "../../lib/backend.js";
import { leaveHere, report, signInHere } from "./actions.js";

/** Only `report` redirects. After the other two actions, Next renders this page again. */
export default page("/me", ({ session }) => (
  <main>
    <p>{`page ${session.claims.email}`}</p>
    <form action={report}>
      <button type="submit">Report</button>
    </form>
    <form action={signInHere}>
      <button type="submit">Sign in</button>
    </form>
    <form action={leaveHere}>
      <button type="submit">Leave</button>
    </form>
  </main>
));
