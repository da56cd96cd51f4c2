"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { getClient } from "@/features/clients/queries";
import { explainRefusal } from "@/features/refusals/loaders";
import { compareDrafts, toDraft } from "@/features/requests/compare";
import {
  cancelRequest,
  completeRequest,
  deleteDraft,
  reopenRequest,
  saveDraft,
  sendRequest,
} from "@/features/requests/mutations";
import { getRequest } from "@/features/requests/queries";
import {
  applyIntent,
  blankItem,
  type DraftInput,
  findProblems,
  readDraft,
  readIntent,
  reasonSchema,
  reopenSchema,
} from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { DraftSaved } from "@/features/requests/types";
import { action, guestAction } from "@/lib/backend.server";
import type { Db } from "@/lib/db";
import { sentenceFor } from "@/lib/error-sentences";
import { conflictFailure, keepInput, problemFailure } from "@/lib/errors";
import {
  type FormFailure,
  type FormState,
  type FormSuccess,
  fieldFailure,
  formId,
  formText,
  parseForm,
} from "@/lib/form-state";
import { deliverMailSoon } from "@/lib/mail";
import { refetchChanged } from "@/lib/refetch.server";

/** State of the composer: what failed, and the words that stand in it. */
export type DraftState = { failure: FormFailure; draft: DraftInput | null } | null;

const FIELDS = ["title", "message", "due_on", "contact_ids"];
const ITEM_FIELDS = ["title", "help", "section", "choices", "max_files"];

/** What is stored now, and where the typed words differ from it; `null` when it is no draft. */
async function findStored(db: Db, orgId: string, requestId: string, mine: DraftInput) {
  const stored = await getRequest(db, { orgId, requestId });
  if (stored?.status !== "draft") return null;
  const client = await getClient(db, { orgId, clientId: stored.client.id });
  const names = new Map(client?.contacts.map(({ id, name }) => [id, name]));
  for (const { contactId, name } of stored.recipients) names.set(contactId, name);
  return {
    version: stored.version,
    itemIds: stored.items.map(({ id }) => id),
    versions: compareDrafts(toDraft(stored), mine, names),
  };
}

/**
 * Stores the words of a composer. What stands there already needs no second save: the answer to the
 * first one may have got lost. Other words in its place are shown beside the typed ones.
 */
async function storeDraft(
  db: Db,
  form: FormData,
  draft: DraftInput,
): Promise<FormSuccess<DraftSaved> | FormFailure> {
  const orgId = formId(form, "org_id");
  const requestId = formId(form, "request_id");
  try {
    const { version, itemIds } = await saveDraft(db, {
      orgId,
      clientId: formId(form, "client_id"),
      requestId,
      expectedVersion: Number(formText(form, "version")),
      draft,
    });
    return { ok: true, data: { version, itemIds } };
  } catch (error) {
    const items = draft.items.flatMap((_, index) =>
      ITEM_FIELDS.map((name) => `items.${index}.${name}`),
    );
    const failure = problemFailure(form, error, [...FIELDS, ...items]);
    if (failure.code !== "version_conflict") return failure;
    const stored = await findStored(db, orgId, requestId, draft);
    if (!stored) return failure;
    const { versions, ...data } = stored;
    if (versions.length === 0) return { ok: true, data };
    return conflictFailure(failure, data.version, versions);
  }
}

/**
 * The composer's buttons: saves, adds, removes or moves an item, or sends. Without scripts each of
 * them comes here; with scripts only sending does, and typing is saved by `autosaveDraft`.
 */
export const submitDraft = action(
  async ({ backend }, _state: DraftState, form: FormData): Promise<DraftState> => {
    const intent = readIntent(form.get("intent"));
    const typed = readDraft(form);
    const requestId = formId(form, "request_id");
    const path = `/o/${formText(form, "org")}/requests/${requestId}`;
    if (intent.do === "send") {
      const problems = findProblems(typed);
      if (Object.keys(problems).length > 0) {
        const failure = { ...fieldFailure(form, problems), message: composer.cannotSend };
        return { failure, draft: typed };
      }
    }
    const draft = { ...typed, items: applyIntent(typed.items, intent, blankItem) };
    const stored = await storeDraft(backend.db, form, draft);
    if (!stored.ok) return { failure: stored, draft };
    if (intent.do === "send") {
      try {
        await sendRequest(backend.db, { requestId, expectedVersion: stored.data.version });
      } catch (error) {
        const failure = problemFailure(form, error, FIELDS);
        return { failure: await explainRefusal(backend.db, failure, { error }), draft };
      }
      deliverMailSoon(backend);
    }
    revalidatePath(path);
    const anchor = intent.do === "add" ? `#item-${draft.items.length}` : "";
    redirect((intent.do === "send" ? `${path}?sent=1` : `${path}${anchor}`) as Route);
  },
  {
    onUnavailable: (error, _state, form) => ({
      failure: problemFailure(form, error),
      draft: readDraft(form),
    }),
  },
);

/**
 * Saves what stands in the composer while someone types. Renders nothing anew, and as nobody asked
 * for it, it never leads away: an ended session is an answer like others.
 */
export const autosaveDraft = guestAction(
  async ({ backend }, form: FormData): Promise<FormSuccess<DraftSaved> | FormFailure> => {
    const session = await backend.session();
    if (session.status === "unavailable") return problemFailure(form, session.error);
    if (session.status === "unauthenticated") {
      return { ok: false, code: "session_expired", message: sentenceFor("session_expired") };
    }
    return storeDraft(backend.db, form, readDraft(form));
  },
);

/** Deletes a draft and goes back to the list. */
export const discardDraft = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    try {
      await deleteDraft(backend.db, formId(form, "request_id"));
    } catch (error) {
      return refetchChanged(problemFailure(form, error));
    }
    redirect(`/o/${formText(form, "org")}/requests`);
  },
  keepInput,
);

/** Cancels or completes an open request with a reason. */
export const closeRequest = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(reasonSchema, form);
    if (!parsed.ok) return parsed;
    const args = { requestId: formId(form, "request_id"), reason: parsed.data.reason };
    try {
      if (formText(form, "close") === "complete") await completeRequest(backend.db, args);
      else await cancelRequest(backend.db, args);
    } catch (error) {
      const failure = problemFailure(form, error, ["reason"]);
      return explainRefusal(backend.db, failure, { error });
    }
    deliverMailSoon(backend);
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

/** Opens a complete request again, with a note to its contacts. */
export const reopen = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(reopenSchema, form);
    if (!parsed.ok) return parsed;
    const args = { requestId: formId(form, "request_id"), note: parsed.data.note };
    try {
      await reopenRequest(backend.db, args);
    } catch (error) {
      return refetchChanged(problemFailure(form, error, ["note"]));
    }
    deliverMailSoon(backend);
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);
