import { page } from "../../lib/backend.js";
import { leaveHere, report, signInHere } from "./actions.js";

/** The actions of these forms do not redirect, so Next renders this page again after an action. */
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
