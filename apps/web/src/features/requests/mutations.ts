import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { ItemDefinition } from "@/features/items/types";
import type { DraftInput } from "@/features/requests/types";
import type { Db } from "@/lib/backend/db";

const savedDraft = z.object({
  id: z.string(),
  public_id: z.string(),
  version: z.number(),
  item_ids: z.array(z.string()),
});

export type SavedDraft = { id: string; version: number; itemIds: string[] };

export function toItemArgument(item: ItemDefinition) {
  return {
    section: item.section,
    kind: item.kind,
    title: item.title,
    help: item.help,
    options: item.kind === "choice" ? item.options : {},
    required: item.required,
    max_files: item.maxFiles,
    accept: item.accept,
  };
}

/** Texts may be incomplete, but not longer than their limits. */
export async function saveDraft(
  db: Db,
  args: {
    orgId: string;
    clientId: string;
    requestId?: string;
    expectedVersion?: number;
    draft: DraftInput;
  },
): Promise<SavedDraft> {
  const { draft } = args;
  const result = await db.rpc("save_draft", {
    org_id: args.orgId,
    client_id: args.clientId,
    title: draft.title,
    message: draft.message,
    // The generated type excludes null, but the database function accepts it.
    due_on: draft.dueOn as string,
    contact_ids: draft.contactIds,
    ...(draft.assigneeId ? { assignee_id: draft.assigneeId } : {}),
    items: draft.items.map((item) => ({
      ...(item.id ? { id: item.id } : {}),
      ...toItemArgument(item),
    })),
    ...(args.requestId ? { request_id: args.requestId } : {}),
    ...(args.expectedVersion === undefined ? {} : { expected_version: args.expectedVersion }),
  });
  const saved = savedDraft.parse(unwrap(result));
  return { id: saved.id, version: saved.version, itemIds: saved.item_ids };
}

export async function sendRequest(
  db: Db,
  args: { requestId: string; expectedVersion: number },
): Promise<void> {
  unwrap(
    await db.rpc("send_request", {
      request_id: args.requestId,
      expected_version: args.expectedVersion,
    }),
  );
}

export async function deleteDraft(db: Db, requestId: string): Promise<void> {
  unwrap(await db.rpc("delete_draft", { request_id: requestId }));
}

export async function cancelRequest(
  db: Db,
  args: { requestId: string; reason: string },
): Promise<void> {
  unwrap(await db.rpc("cancel_request", { request_id: args.requestId, reason: args.reason }));
}

/** Fails if an item waits for review. */
export async function completeRequest(
  db: Db,
  args: { requestId: string; reason: string },
): Promise<void> {
  unwrap(await db.rpc("complete_request", { request_id: args.requestId, reason: args.reason }));
}

export async function reopenRequest(
  db: Db,
  args: { requestId: string; note: string },
): Promise<void> {
  unwrap(await db.rpc("reopen_request", { request_id: args.requestId, note: args.note }));
}

export async function archiveRequest(db: Db, requestId: string): Promise<void> {
  unwrap(await db.rpc("archive_request", { request_id: requestId }));
}

export async function restoreRequest(db: Db, requestId: string): Promise<void> {
  unwrap(await db.rpc("restore_request", { request_id: requestId }));
}

export async function updateRequest(
  db: Db,
  args: {
    requestId: string;
    title: string;
    message: string;
    dueOn: string;
    assigneeId: string;
    remindersPaused: boolean;
    expectedVersion: number;
  },
): Promise<void> {
  const result = await db.rpc("update_request", {
    request_id: args.requestId,
    title: args.title,
    message: args.message,
    due_on: args.dueOn,
    reminders_paused: args.remindersPaused,
    expected_version: args.expectedVersion,
    ...(args.assigneeId ? { assignee_id: args.assigneeId } : {}),
  });
  unwrap(result);
}

const savedItem = z.object({ version: z.number() });

export async function saveItem(
  db: Db,
  args: { requestId: string; itemId: string; expectedVersion: number; item: ItemDefinition },
): Promise<number> {
  const result = await db.rpc("save_item", {
    request_id: args.requestId,
    ...toItemArgument(args.item),
    ...(args.itemId ? { item_id: args.itemId, expected_version: args.expectedVersion } : {}),
  });
  return savedItem.parse(unwrap(result)).version;
}

export async function moveItem(db: Db, args: { itemId: string; position: number }): Promise<void> {
  unwrap(await db.rpc("move_item", { item_id: args.itemId, position: args.position }));
}

export async function removeItem(db: Db, itemId: string): Promise<void> {
  unwrap(await db.rpc("remove_item", { item_id: itemId }));
}

type RequestContactIds = { requestId: string; contactId: string };

/** Adds no contact if the database refuses one of them. */
export async function addRequestContacts(
  db: Db,
  args: { requestId: string; contactIds: string[] },
): Promise<void> {
  unwrap(
    await db.rpc("add_recipients", { request_id: args.requestId, contact_ids: args.contactIds }),
  );
}

export async function removeRequestContact(db: Db, args: RequestContactIds): Promise<void> {
  unwrap(
    await db.rpc("remove_recipient", { request_id: args.requestId, contact_id: args.contactId }),
  );
}

/** Fails if staff sent a reminder within the last 24 hours. */
export async function remindContacts(db: Db, requestId: string): Promise<void> {
  unwrap(await db.rpc("remind_contacts", { request_id: requestId }));
}
