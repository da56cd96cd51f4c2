import { sessions } from "../../lib/backend.js";

export const runtime = "edge";

export async function GET(request) {
  const scope = sessions().open(request);
  const session = await scope.session();
  const rows =
    session.status === "authenticated" ? await scope.db.from("notes").select("body") : {};
  return scope.apply(Response.json({ status: session.status, rows: rows.data }));
}
