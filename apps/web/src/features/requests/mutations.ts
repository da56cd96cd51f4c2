import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { DraftInput } from "@/features/requests/schema";
import type { Db } from "@/lib/db";

const savedDraft = z.object({
  id: z.string(),
  public_id: z.string(),
  version: z.number(),
  item_ids: z.array(z.string()),
});

/** What saving a draft answers. */
export type SavedDraft = { id: string; version: number; itemIds: string[] };

/** Creates or replaces a draft. Incomplete texts are fine; only limits are enforced. */
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
    // The generated types know no null arguments; the function takes them.
    due_on: draft.dueOn as string,
    contact_ids: draft.contactIds,
    items: draft.items.map((item) => ({
      ...(item.id ? { id: item.id } : {}),
      section: item.section,
      kind: item.kind,
      title: item.title,
      help: item.help,
      options: item.kind === "choice" ? item.options : {},
      required: item.required,
      max_files: item.maxFiles,
      accept: item.accept,
    })),
    ...(args.requestId ? { request_id: args.requestId } : {}),
    ...(args.expectedVersion === undefined ? {} : { expected_version: args.expectedVersion }),
  });
  const saved = savedDraft.parse(unwrap(result));
  return { id: saved.id, version: saved.version, itemIds: saved.item_ids };
}

/** Sends a draft: it becomes open and its recipients get mail. */
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

/** Deletes a draft that was never sent. */
export async function deleteDraft(db: Db, requestId: string): Promise<void> {
  unwrap(await db.rpc("delete_draft", { request_id: requestId }));
}

/** Closes an open request for good; its contacts are told. */
export async function cancelRequest(
  db: Db,
  args: { requestId: string; reason: string },
): Promise<void> {
  unwrap(await db.rpc("cancel_request", { request_id: args.requestId, reason: args.reason }));
}

/** Completes an open request early; what is undecided is waived. */
export async function completeRequest(
  db: Db,
  args: { requestId: string; reason: string },
): Promise<void> {
  unwrap(await db.rpc("complete_request", { request_id: args.requestId, reason: args.reason }));
}

/** Opens a complete request again. */
export async function reopenRequest(db: Db, requestId: string): Promise<void> {
  unwrap(await db.rpc("reopen_request", { request_id: requestId }));
}
