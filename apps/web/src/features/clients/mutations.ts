import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Db } from "@/lib/db";

const saved = z.object({ id: z.string() });

/** Creates or changes a client. @returns its id */
export async function saveClient(
  db: Db,
  args: { orgId: string; clientId?: string; name: string; ref: string; expectedVersion?: number },
): Promise<string> {
  const result = await db.rpc("save_client", {
    org_id: args.orgId,
    name: args.name,
    ...(args.clientId ? { client_id: args.clientId } : {}),
    ...(args.ref ? { ref: args.ref } : {}),
    ...(args.expectedVersion === undefined ? {} : { expected_version: args.expectedVersion }),
  });
  return saved.parse(unwrap(result)).id;
}

/** Creates or changes a contact of a client. @returns its id */
export async function saveContact(
  db: Db,
  args: { orgId: string; clientId: string; contactId?: string; name: string; email: string },
): Promise<string> {
  const result = await db.rpc("save_contact", {
    org_id: args.orgId,
    client_id: args.clientId,
    name: args.name,
    email: args.email,
    ...(args.contactId ? { contact_id: args.contactId } : {}),
  });
  return saved.parse(unwrap(result)).id;
}
