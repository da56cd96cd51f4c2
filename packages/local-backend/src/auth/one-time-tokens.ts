import { randomUUID } from "node:crypto";
import type { PreparedStatement, Queryable } from "../database/database.ts";

export type OneTimeTokenType =
  | "confirmation_token"
  | "recovery_token"
  | "reauthentication_token"
  | "email_change_token_new"
  | "email_change_token_current";

export interface OneTimeToken {
  userId: string;
  type: OneTimeTokenType;
  hash: string;
  relatesTo: string;
  createdAt: Date;
}

export async function storeOneTimeToken(tx: Queryable, token: OneTimeToken): Promise<void> {
  await tx.query(
    `insert into auth.one_time_tokens
       (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc',
             $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), token.userId, token.type, token.hash, token.relatesTo, token.createdAt],
  );
}

const FIND: PreparedStatement = {
  name: "auth.find_one_time_token",
  text: `select user_id as "userId", token_type as type, token_hash as hash, relates_to as "relatesTo",
       created_at at time zone 'utc' as "createdAt"
     from auth.one_time_tokens
     where token_hash = any ($1::text[]) and token_type::text = any ($2::text[])
     order by array_position($2::text[], token_type::text)
     limit 1 for update`,
};

const DELETE: PreparedStatement = {
  name: "auth.delete_one_time_tokens",
  text: `delete from auth.one_time_tokens
     where user_id = $1 and ($2::text[] is null or token_type::text = any ($2::text[]))`,
};

/** Locks the row: a concurrent request with the same code waits and then finds no row. */
export async function findOneTimeToken(
  tx: Queryable,
  hashes: readonly string[],
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | undefined> {
  const [token] = await tx.query<OneTimeToken>(FIND, [hashes, types]);
  return token;
}

export async function deleteOneTimeTokens(
  tx: Queryable,
  userId: string,
  types?: readonly OneTimeTokenType[],
): Promise<void> {
  await tx.query(DELETE, [userId, types ?? null]);
}
