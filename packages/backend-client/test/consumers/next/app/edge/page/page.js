import { getSession } from "../../../lib/backend.js";

export const runtime = "edge";

export default async function Page() {
  const session = await getSession();
  return <p>{`edge ${session.status}`}</p>;
}
