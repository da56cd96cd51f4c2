"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { withErrorLinks } from "@/features/error-links/loaders";
import { cleanItem, itemFields, withItemFields } from "@/features/requests/draft/clean";
import { compareDetails, compareItems, toDetails } from "@/features/requests/draft/compare";
import {
  addRequestContacts,
  archiveRequest,
  cancelRequest,
  completeRequest,
  moveItem,
  remindContacts,
  removeItem,
  removeRequestContact,
  reopenRequest,
  restoreRequest,
  saveItem,
  updateRequest,
} from "@/features/requests/mutations";
import { getRequest, listAssignees } from "@/features/requests/queries";
import {
  addContactsSchema,
  archiveRequestSchema,
  arrangeItemSchema,
  detailsSchema,
  findProblemsOfItem,
  ITEM_FIELDS,
  readItem,
  reasonSchema,
  reopenSchema,
} from "@/features/requests/schema";
import { contactTexts, edit } from "@/features/requests/strings";
import type { SavedItem } from "@/features/requests/types";
import { deliverEmailSoon } from "@/lib/backend/deliver-email.server";
import { withRefresh, withRefreshIfChanged } from "@/lib/backend/refresh.server";
import { isSameValue } from "@/lib/drafts/merge";
import { saveMerged, stampOf } from "@/lib/drafts/version-stamp";
import { toAppError } from "@/lib/errors/app-error";
import { contentFormAction, formAction, refreshed } from "@/lib/forms/form-action.server";
import { type FormState, fieldFailure, formText, parseForm } from "@/lib/forms/form-state";
import { ids } from "@/lib/forms/hidden-fields";

export const editDetails = formAction({
  schema: detailsSchema,
  run: async ({ backend, form, data, fail }) => {
    const { requestId, orgId, ...fields } = data;
    const mine = {
      ...fields,
      remindersPaused: form.has("reminders_paused"),
    };
    const saved = await saveMerged(form, {
      mine,
      save: (details, expectedVersion) =>
        updateRequest(backend.db, { requestId, ...details, expectedVersion }),
      fail: (error) => fail(error, ["title", "message", "due_on", "assignee_id"]),
      getStored: async () => {
        const request = await getRequest(backend.db, { orgId, requestId });
        return request && { version: request.version, fields: toDetails(request) };
      },
      compare: async (theirs, typed) => {
        const assigned = [theirs.assigneeId || null, typed.assigneeId || null];
        const assignees = await listAssignees(backend.db, { orgId, assigned });
        return compareDetails(theirs, typed, assignees);
      },
    });
    if (!saved.ok) return saved;
    deliverEmailSoon(backend);
    redirect(`/o/${formText(form, "org")}/requests/${requestId}?edited=1` as Route);
  },
});

function parseItem(form: FormData) {
  const item = readItem(form);
  if (!item) return fieldFailure(form, { kind: edit.items });
  const problems = findProblemsOfItem(cleanItem(item));
  if (Object.keys(problems).length > 0) return fieldFailure(form, problems);
  const target = parseForm(ids("org_id", "request_id", "item_id"), form);
  if (!target.ok) return target;
  return { ok: true as const, data: { ...target.data, item } };
}

export const editItem = contentFormAction({
  parse: parseItem,
  keepInput: (failure) => failure,
  run: async ({ backend, form, data, fail }): Promise<FormState<SavedItem>> => {
    const { orgId, requestId, itemId, item } = data;
    const mine = itemFields(item);
    const saved = await saveMerged(form, {
      mine,
      save: (fields, expectedVersion) =>
        saveItem(backend.db, {
          requestId,
          itemId,
          item: withItemFields(item, fields),
          expectedVersion,
        }),
      fail: (error) => fail(error, ITEM_FIELDS),
      getStored: async () => {
        const request = await getRequest(backend.db, { orgId, requestId });
        const theirs = request?.items.find(({ id }) => id === itemId);
        return theirs ? { version: theirs.version, fields: itemFields(theirs) } : null;
      },
      compare: (theirs, typed) =>
        compareItems(withItemFields(item, theirs), withItemFields(item, typed)),
    });
    if (!saved.ok) return saved;
    refresh();
    const stamp = stampOf(saved.data === null ? saved.version : saved.data, saved.fields);
    const merged = isSameValue(saved.fields, mine) ? undefined : withItemFields(item, saved.fields);
    return { ok: true, data: { stamp, merged }, message: edit.itemSaved };
  },
});

export const arrangeItem = formAction({
  schema: arrangeItemSchema,
  run: async ({ backend, data, fail }) => {
    const { itemId, intent, position } = data;
    try {
      if (intent === "remove") await removeItem(backend.db, itemId);
      else {
        await moveItem(backend.db, {
          itemId,
          position: intent === "up" ? position - 1 : position + 1,
        });
      }
    } catch (error) {
      const appError = toAppError(error);
      const failure = withRefreshIfChanged(fail(error));
      if (intent !== "remove") return failure;
      if (appError.code === "invalid_transition") {
        return { ...failure, message: edit.alreadyStarted(appError.details.status === "waived") };
      }
      if (appError.field === "items") return { ...failure, message: edit.cannotRemove.last };
      return failure;
    }
    return refreshed();
  },
});

export const addContacts = formAction({
  schema: addContactsSchema,
  run: async ({ backend, data, fail }) => {
    const { requestId } = data;
    try {
      await addRequestContacts(backend.db, data);
    } catch (error) {
      // Refresh the page, so that it no longer offers a contact that was removed.
      const shown = withRefresh(fail(error, ["contact_ids"]));
      return withErrorLinks(backend.db, shown, { error, requestId });
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});

export const dropRequestContact = formAction({
  schema: ids("request_id", "contact_id"),
  run: async ({ backend, data, fail }) => {
    try {
      await removeRequestContact(backend.db, data);
    } catch (error) {
      const failure = withRefreshIfChanged(fail(error));
      return withErrorLinks(backend.db, failure, { error, ...data });
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});

export const remindNow = formAction({
  schema: ids("request_id"),
  run: async ({ backend, data: { requestId }, fail }) => {
    try {
      await remindContacts(backend.db, requestId);
    } catch (error) {
      const failure = withRefreshIfChanged(fail(error));
      if (failure.code === "invalid_transition" && toAppError(error).details.status === "open") {
        return { ...failure, message: contactTexts.allSent };
      }
      return withErrorLinks(backend.db, failure, { error, requestId });
    }
    deliverEmailSoon(backend);
    return refreshed(contactTexts.reminded);
  },
});

export const setRequestArchived = formAction({
  schema: archiveRequestSchema,
  run: async ({ backend, form, data: { requestId, archived }, fail }) => {
    try {
      if (archived) await archiveRequest(backend.db, requestId);
      else await restoreRequest(backend.db, requestId);
    } catch (error) {
      return withRefreshIfChanged(fail(error));
    }
    revalidatePath(`/o/${formText(form, "org")}/requests`);
    return refreshed();
  },
});

export const closeRequest = formAction({
  schema: reasonSchema,
  run: async ({ backend, data, fail }) => {
    const { close, ...args } = data;
    try {
      if (close === "complete") await completeRequest(backend.db, args);
      else await cancelRequest(backend.db, args);
    } catch (error) {
      const failure = fail(error, ["reason"]);
      return withErrorLinks(backend.db, failure, { error });
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});

export const reopen = formAction({
  schema: reopenSchema,
  run: async ({ backend, data, fail }) => {
    try {
      await reopenRequest(backend.db, data);
    } catch (error) {
      return withRefreshIfChanged(fail(error, ["note"]));
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});
