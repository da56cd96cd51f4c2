import "server-only";
import type { AnswerInput } from "@/features/items/types";
import type { Db } from "@/lib/backend/db";

type SaveInput = {
  itemId: string;
  input: AnswerInput;
  /** If the stored version is different, the save fails with a conflict. */
  expectedVersion: number;
};

export function toAnswerArguments({ answer, notApplicable, clientNote }: AnswerInput) {
  return { answer, not_applicable: notApplicable, client_note: clientNote };
}

export async function saveAnswer(db: Db, { itemId, input, expectedVersion }: SaveInput) {
  const { data, error } = await db.rpc("save_answer", {
    item_id: itemId,
    ...toAnswerArguments(input),
    expected_version: expectedVersion,
  });
  if (error) return { error };
  const { version, no } = data as { version: number; no: number };
  return { error: null, version, no };
}

/** A repeated request changes nothing. */
export function submitItem(
  db: Db,
  { itemId, version, no }: { itemId: string; version: number; no: number },
) {
  return db.rpc("submit_item", { item_id: itemId, expected_version: version, expected_no: no });
}

export function withdrawItem(db: Db, itemId: string) {
  return db.rpc("withdraw_item", { item_id: itemId });
}
