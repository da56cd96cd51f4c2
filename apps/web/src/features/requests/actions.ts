"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import {
  cancelRequest,
  completeRequest,
  deleteDraft,
  reopenRequest,
  saveDraft,
  sendRequest,
} from "@/features/requests/mutations";
import {
  applyIntent,
  blankItem,
  findProblems,
  readDraft,
  readIntent,
  reasonSchema,
} from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import { action } from "@/lib/backend.server";
import { keepInput, problemFailure } from "@/lib/errors";
import { type FormState, fieldFailure, formText, parseForm } from "@/lib/form-state";
import { deliverMailSoon } from "@/lib/mail";

/** What saving a draft tells the composer. */
export type DraftSaved = { version: number; itemIds: string[] };

/**
 * The composer's buttons: saves, adds, removes or moves an item, or sends. Without scripts each of
 * them comes here; with scripts only sending does, and typing is saved by `autosaveDraft`.
 */
export const submitDraft = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const intent = readIntent(form.get("intent"));
    const draft = readDraft(form);
    const requestId = formText(form, "request_id");
    const path = `/o/${formText(form, "org")}/requests/${requestId}`;
    if (intent.do === "send") {
      const problems = findProblems(draft);
      if (Object.keys(problems).length > 0) {
        return { ...fieldFailure(form, problems), message: composer.cannotSend };
      }
    }
    const items = applyIntent(draft.items, intent, blankItem);
    try {
      const { version } = await saveDraft(backend.db, {
        orgId: formText(form, "org_id"),
        clientId: formText(form, "client_id"),
        requestId,
        expectedVersion: Number(formText(form, "version")),
        draft: { ...draft, items },
      });
      if (intent.do === "send") {
        await sendRequest(backend.db, { requestId, expectedVersion: version });
      }
    } catch (error) {
      return problemFailure(form, error, [
        ...["title", "message", "due_on", "contact_ids"],
        ...items.flatMap((_, index) =>
          ["title", "help", "section", "choices", "max_files"].map(
            (name) => `items.${index}.${name}`,
          ),
        ),
      ]);
    }
    if (intent.do === "send") deliverMailSoon(backend);
    revalidatePath(path);
    const anchor = intent.do === "add" ? `#item-${items.length}` : "";
    redirect((intent.do === "send" ? `${path}?sent=1` : `${path}${anchor}`) as Route);
  },
  keepInput,
);

/** Saves what stands in the composer while someone types. Renders nothing anew. */
export const autosaveDraft = action(
  async ({ backend }, form: FormData): Promise<FormState<DraftSaved>> => {
    try {
      const { version, itemIds } = await saveDraft(backend.db, {
        orgId: formText(form, "org_id"),
        clientId: formText(form, "client_id"),
        requestId: formText(form, "request_id"),
        expectedVersion: Number(formText(form, "version")),
        draft: readDraft(form),
      });
      return { ok: true, data: { version, itemIds } };
    } catch (error) {
      return problemFailure(form, error);
    }
  },
  { onUnavailable: (error, form) => problemFailure(form, error) },
);

/** Deletes a draft and goes back to the list. */
export const discardDraft = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    try {
      await deleteDraft(backend.db, formText(form, "request_id"));
    } catch (error) {
      return problemFailure(form, error);
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
    const args = { requestId: formText(form, "request_id"), reason: parsed.data.reason };
    try {
      if (formText(form, "close") === "complete") await completeRequest(backend.db, args);
      else await cancelRequest(backend.db, args);
    } catch (error) {
      return problemFailure(form, error, ["reason"]);
    }
    deliverMailSoon(backend);
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

/** Opens a complete request again. */
export const reopen = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    try {
      await reopenRequest(backend.db, formText(form, "request_id"));
    } catch (error) {
      return problemFailure(form, error);
    }
    deliverMailSoon(backend);
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);
