"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { withErrorLinks } from "@/features/error-links/loaders";
import { fingerprintOfDraft } from "@/features/requests/draft/clean";
import { describeConflicts, toDraft } from "@/features/requests/draft/compare";
import { applyIntent, readDraftIntent } from "@/features/requests/draft/intent";
import { mergeDrafts, takeStored } from "@/features/requests/draft/merge";
import { newItem } from "@/features/requests/draft/new-item";
import { deleteDraft, saveDraft, sendRequest } from "@/features/requests/mutations";
import { getRequest, listAssignees } from "@/features/requests/queries";
import { findProblems, itemFieldNames, readBase, readDraft } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { DraftInput, DraftMerge, DraftSaved } from "@/features/requests/types";
import { guestAction } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";
import { deliverEmailSoon } from "@/lib/backend/deliver-email.server";
import { withRefreshIfChanged } from "@/lib/backend/refresh.server";
import { errorFailure } from "@/lib/errors/app-error";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { dateInZone, isTimeZone } from "@/lib/format/format";
import { contentFormAction, formAction } from "@/lib/forms/form-action.server";
import {
  echoFormValues,
  type FormFailure,
  type FormSuccess,
  fieldFailure,
  formText,
  parseForm,
} from "@/lib/forms/form-state";
import { ids } from "@/lib/forms/hidden-fields";

function todayIn(timeZone: string): string {
  return dateInZone(new Date(), isTimeZone(timeZone) ? timeZone : "UTC");
}

export type DraftState = {
  failure: FormFailure;
  draft: DraftInput | null;
  saved?: DraftSaved;
} | null;

const FIELDS = ["title", "message", "due_on", "assignee_id", "contact_ids"];

/**
 * Maximum number of merges in one save. Another member may change the stored draft after each
 * merge, so a merge can conflict again.
 */
const MAX_MERGES = 3;

const targetSchema = ids("org_id", "client_id", "request_id");

type DraftTarget = { orgId: string; clientId: string; requestId: string };

/**
 * Stores the merge of the typed and the stored draft. A field that both drafts changed keeps its
 * stored value until the user chooses a value.
 * @returns `null` if the request is no longer a draft
 */
async function storeMerged(
  db: Db,
  target: DraftTarget,
  { base, draft, message }: { base: DraftInput | undefined; draft: DraftInput; message: string },
): Promise<DraftSaved | null> {
  const current = await getRequest(db, target);
  if (current?.status !== "draft") return null;
  const theirs = toDraft(current);
  const { merged, conflicts } = mergeDrafts(base, draft, theirs);
  const settled = conflicts.reduce((next, path) => takeStored(next, theirs, path), merged);
  const isNew = fingerprintOfDraft(settled) !== fingerprintOfDraft(theirs);
  const { version, itemIds } = isNew
    ? await saveDraft(db, { ...target, expectedVersion: current.version, draft: settled })
    : { version: current.version, itemIds: theirs.items.map(({ id }) => id ?? "") };
  const stored = {
    ...settled,
    items: settled.items.map((item, index) => ({ ...item, id: itemIds[index] })),
  };
  const shown = showNewIds(merged, settled, itemIds);
  const assigned = [theirs.assigneeId, merged.assigneeId];
  const assignees = conflicts.includes("assigneeId")
    ? await listAssignees(db, { orgId: target.orgId, assigned })
    : [];
  const rows = describeConflicts(theirs, merged, conflicts, assignees);
  const isSame = rows.length === 0 && fingerprintOfDraft(merged) === fingerprintOfDraft(draft);
  const merge = isSame ? undefined : { draft: shown, stored, conflicts: rows, message };
  return { version, itemIds, merge };
}

function showNewIds(draft: DraftInput, saved: DraftInput, itemIds: string[]): DraftInput {
  const idOf = new Map(saved.items.map((item, index) => [item.id ?? item, itemIds[index]]));
  const items = draft.items.map((item) => ({ ...item, id: idOf.get(item.id ?? item) ?? item.id }));
  return { ...draft, items };
}

async function storeDraft(
  db: Db,
  form: FormData,
  { target, draft }: { target: DraftTarget; draft: DraftInput },
): Promise<FormSuccess<DraftSaved> | FormFailure> {
  const expectedVersion = Number(formText(form, "version"));
  const base = readBase(form);
  let message: string | undefined;
  for (let merges = 0; ; merges += 1) {
    try {
      const data =
        message === undefined
          ? await saveDraft(db, { ...target, expectedVersion, draft })
          : await storeMerged(db, target, { base, draft, message });
      if (data) return { ok: true, data };
      return { ok: false, code: "version_conflict", message: message ?? "" };
    } catch (error) {
      const failure = errorFailure(form, error, [...FIELDS, ...itemFieldNames(draft.items)]);
      if (failure.code !== "version_conflict" || merges === MAX_MERGES) return failure;
      message = failure.message;
    }
  }
}

function mergeFailure(
  form: FormData,
  { conflicts, message }: DraftMerge,
): { failure: FormFailure } {
  const code = "version_conflict";
  const values = echoFormValues(form);
  if (conflicts.length === 0) {
    return { failure: { ok: false, code, message: composer.merged, values } };
  }
  return { failure: { ok: false, code, message, values, versions: conflicts } };
}

/** Checks the draft only when it is sent, because members may save an incomplete draft. */
function parseDraft(form: FormData) {
  const intent = readDraftIntent(form.get("intent"));
  const typed = readDraft(form);
  const problems =
    intent.do === "send" ? findProblems(typed, todayIn(formText(form, "time_zone"))) : {};
  if (Object.keys(problems).length > 0) {
    return { ...fieldFailure(form, problems), message: composer.cannotSend };
  }
  const target = parseForm(targetSchema, form);
  if (!target.ok) return target;
  return { ok: true as const, data: { intent, typed, target: target.data } };
}

/**
 * Without scripts, every button that saves, sends or changes the draft calls this action. With
 * scripts, only Send calls it, because `autosaveDraft` saves while the user types.
 */
export const submitDraft = contentFormAction({
  parse: parseDraft,
  keepInput: (failure, form) => ({ failure, draft: readDraft(form) }),
  run: async ({ backend, form, data, fail }): Promise<DraftState> => {
    const { intent, typed, target } = data;
    const { requestId } = target;
    const path = `/o/${formText(form, "org")}/requests/${requestId}`;
    const items = applyIntent(typed.items, intent, (add, index) =>
      newItem(typed.items, add, index),
    );
    const draft = { ...typed, items };
    const stored = await storeDraft(backend.db, form, { target, draft });
    if (!stored.ok) return { failure: stored, draft };
    const { merge } = stored.data;
    if (merge && (merge.conflicts.length > 0 || intent.do === "send")) {
      return { ...mergeFailure(form, merge), draft: merge.draft, saved: stored.data };
    }
    if (intent.do === "send") {
      try {
        await sendRequest(backend.db, { requestId, expectedVersion: stored.data.version });
      } catch (error) {
        const failure = await withErrorLinks(backend.db, fail(error, FIELDS), { error });
        return { failure, draft };
      }
      deliverEmailSoon(backend);
    }
    revalidatePath(path);
    const anchor = intent.do === "add" ? `#item-${draft.items.length}` : "";
    redirect((intent.do === "send" ? `${path}?sent=1` : `${path}${anchor}`) as Route);
  },
});

// public: returns an error if the session has ended, instead of redirecting, so that the page keeps
// the typed text
export const autosaveDraft = guestAction(
  async ({ backend }, form: FormData): Promise<FormSuccess<DraftSaved> | FormFailure> => {
    const session = await backend.session();
    if (session.status === "unavailable") return errorFailure(form, session.error);
    if (session.status === "unauthenticated") {
      return { ok: false, code: "session_expired", message: sentenceFor("session_expired") };
    }
    const target = parseForm(targetSchema, form);
    if (!target.ok) return target;
    return storeDraft(backend.db, form, { target: target.data, draft: readDraft(form) });
  },
);

export const discardDraft = formAction({
  schema: ids("request_id"),
  run: async ({ backend, form, data, fail }) => {
    try {
      await deleteDraft(backend.db, data.requestId);
    } catch (error) {
      return withRefreshIfChanged(fail(error));
    }
    redirect(`/o/${formText(form, "org")}/requests`);
  },
});
