import { queryAsOwner } from "../database";
import type { ClientRequest } from "../fixtures/firms";

export async function stateOfContact({ client }: ClientRequest) {
  const [row] = await queryAsOwner<{ state: string; token: string }>(
    `select concat_ws(' ', c.status, c.email_pref) as state, private.opt_out_token(c) as token
     from public.contacts c where c.id = $1`,
    [client.contact.id],
  );
  if (!row) throw new Error("There is no such contact.");
  return row;
}
