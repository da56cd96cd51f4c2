import { page } from "../../lib/backend.js";

export default page("/me", ({ session, searchParams }) => (
  <p id="server">{`server ${session.claims.email} ${searchParams.x ?? ""}`}</p>
));
