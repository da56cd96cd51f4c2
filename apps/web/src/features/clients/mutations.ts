import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { ClientImportRow } from "@/features/clients/types";
import type { Db } from "@/lib/backend/db";

const saved = z.object({ id: z.string() });

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

export async function saveContact(
  db: Db,
  args: {
    orgId: string;
    clientId: string;
    contactId?: string;
    name: string;
    email: string;
    expectedVersion?: number;
  },
): Promise<string> {
  const result = await db.rpc("save_contact", {
    org_id: args.orgId,
    client_id: args.clientId,
    name: args.name,
    email: args.email,
    ...(args.contactId ? { contact_id: args.contactId } : {}),
    ...(args.expectedVersion === undefined ? {} : { expected_version: args.expectedVersion }),
  });
  return saved.parse(unwrap(result)).id;
}

const imported = z.object({
  created: z.number(),
  contacts: z.number(),
  skipped: z.array(z.number()),
  errors: z.array(
    z.object({
      row: z.number(),
      field: z.string(),
      rule: z.string(),
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  ),
});

export async function saveClientRows(
  db: Db,
  args: { orgId: string; rows: readonly ClientImportRow[] },
): Promise<z.infer<typeof imported>> {
  const rows = args.rows.map(({ contactName, contactEmail, ...row }) => ({
    ...row,
    ...(contactName === undefined ? {} : { contact_name: contactName }),
    ...(contactEmail === undefined ? {} : { contact_email: contactEmail }),
  }));
  return imported.parse(unwrap(await db.rpc("import_clients", { org_id: args.orgId, rows })));
}

export async function archiveClient(
  db: Db,
  args: { clientId: string; archived: boolean },
): Promise<void> {
  unwrap(await db.rpc("archive_client", { client_id: args.clientId, archived: args.archived }));
}

export async function reinviteContact(
  db: Db,
  args: { contactId: string; agreed: boolean },
): Promise<void> {
  unwrap(await db.rpc("reinvite_contact", { contact_id: args.contactId, agreed: args.agreed }));
}

export async function removeContact(db: Db, contactId: string): Promise<void> {
  unwrap(await db.rpc("remove_contact", { contact_id: contactId }));
}
