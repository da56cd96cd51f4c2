import { randomUUID } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";

export interface PasskeyRow {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export function presentPasskey(row: PasskeyRow) {
  const { id, friendly_name, created_at, last_used_at } = row;
  return {
    id,
    friendly_name,
    created_at,
    ...(last_used_at === null ? {} : { last_used_at }),
  };
}

export function listPasskeys(tx: Queryable, userId: string): Promise<PasskeyRow[]> {
  return tx.query<PasskeyRow>(
    "select * from auth.webauthn_credentials where user_id = $1 order by created_at, id",
    [userId],
  );
}

export async function findByCredential(
  tx: Queryable,
  userId: string,
  credentialId: Uint8Array,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(
    "select * from auth.webauthn_credentials where user_id = $1 and credential_id = $2 for update",
    [userId, credentialId],
  );
  return row;
}

export async function requirePasskey(
  tx: Queryable,
  userId: string,
  id: string,
): Promise<PasskeyRow> {
  const [row] = await tx.query<PasskeyRow>(
    "select * from auth.webauthn_credentials where user_id = $1 and id = $2 for update",
    [userId, id],
  );
  if (row === undefined) throw new AuthError(404, "validation_failed", "Passkey not found");
  return row;
}

export interface NewPasskey {
  userId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  signCount: number;
  aaguid: string;
  transports: readonly string[];
  isBackupEligible: boolean;
  isBackedUp: boolean;
  name: string;
  now: Date;
}

export async function insertPasskey(tx: Queryable, passkey: NewPasskey): Promise<PasskeyRow> {
  const [row] = await tx.query<PasskeyRow>(
    `insert into auth.webauthn_credentials
       (id, user_id, credential_id, public_key, sign_count, aaguid, transports, backup_eligible,
        backed_up, friendly_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`,
    [
      randomUUID(),
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount,
      passkey.aaguid,
      JSON.stringify(passkey.transports),
      passkey.isBackupEligible,
      passkey.isBackedUp,
      passkey.name,
      passkey.now,
    ],
  );
  if (row === undefined) throw new Error("insert into auth.webauthn_credentials returned no row");
  return row;
}

export async function deletePasskey(tx: Queryable, userId: string, id: string): Promise<void> {
  await requirePasskey(tx, userId, id);
  await tx.query("delete from auth.webauthn_credentials where id = $1", [id]);
}
