"use server";

import type { Route } from "next";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { removeFile } from "@/features/files/mutations";
import { hasUnfinished } from "@/features/files/queries";
import { saveAnswer, submitItem, withdrawItem } from "@/features/items/mutations";
import {
  getDraft,
  getItemDefinition,
  getItemTitles,
  getSubmission,
} from "@/features/items/queries";
import {
  answerProblems,
  compareAnswers,
  readAnswerForm,
  readNumber,
  readReady,
  readVersion,
  withdrawSchema,
} from "@/features/items/schema";
import { strings } from "@/features/items/strings";
import type { AnswerInput, ConflictingAnswer, SavedVersion } from "@/features/items/types";
import { guestAction } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";
import { isSessionLive, leaveEndedSession } from "@/lib/backend/live-session.server";
import { withRefreshIfChanged } from "@/lib/backend/refresh.server";
import { conflictFailure, errorFailure, toAppError } from "@/lib/errors/app-error";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { isOutageCode } from "@/lib/errors/outage-code";
import {
  contentFormAction,
  formAction,
  guestFormAction,
  refreshed,
} from "@/lib/forms/form-action.server";
import {
  echoFormValues,
  type FormFailure,
  type FormState,
  fieldFailure,
} from "@/lib/forms/form-state";
import { accessPath } from "@/lib/http/access-path";
import { isUuid, toUuid } from "@/lib/ids/uuid";

type ItemPath = { itemId: string } & ({ publicId: string } | { org: string; requestId: string });

type Pages = Record<"own" | "later" | "sent" | "signedOut", Route> & { gone?: Route };

function pagesOf(path: ItemPath): Pages {
  if ("publicId" in path) {
    const access = `/r/${path.publicId}`;
    const list = `${access}/items`;
    const back = accessPath(path.publicId, `${list}/${path.itemId}`);
    return {
      own: `${list}/${path.itemId}` as Route,
      // If the item was deleted, the page of the request shows the draft of the item with the id
      // `left`.
      gone: `${access}?left=${path.itemId}` as Route,
      later: `${list}?saved=${path.itemId}` as Route,
      sent: `${list}?sent=${path.itemId}` as Route,
      signedOut: `${back}${back.includes("?") ? "&" : "?"}unsent=1` as Route,
    };
  }
  const request = `/o/${path.org}/requests/${path.requestId}` as Route;
  const sent = `${request}/review/${path.itemId}` as Route;
  const signedOut = `/sign-in?next=${encodeURIComponent(sent)}` as Route;
  return { own: sent, later: request, sent, signedOut };
}

const CLOSED: ReadonlySet<string> = new Set(["item_closed", "request_closed"]);

function answerFailure(form: FormData, error: unknown): FormFailure {
  const failure = errorFailure(form, error, FIELDS);
  if (CLOSED.has(failure.code)) refresh();
  const isOthers =
    failure.code === "invalid_transition" && toAppError(error).details.status === "draft";
  return isOthers ? { ...failure, message: strings.onBehalf.startedByOther } : failure;
}

/** Hides the error summary during an outage, because the form shows a notice and retries. */
function submitFailure(form: FormData, failure: FormFailure): FormFailure {
  const isSubmit = String(form.get("intent") ?? "submit") === "submit";
  return isSubmit && isOutageCode(failure.code) ? { ...failure, isShownInside: true } : failure;
}

/** True if an earlier request submitted this answer and only its response was lost. */
async function hasSubmitted(
  db: Db,
  { itemId, input, form }: { itemId: string; input: AnswerInput; form: FormData },
): Promise<boolean> {
  const no = readNumber(form);
  if (no === 0 || String(form.get("intent") ?? "submit") !== "submit") return false;
  const { error } = await submitItem(db, { itemId, version: readVersion(form), no });
  if (error) return false;
  const stored = await getSubmission(db, { itemId, no });
  return stored !== null && compareAnswers(stored, input).length === 0;
}

function goneFailure(form: FormData): FormFailure {
  const message = sentenceFor("not_found");
  return { ok: false, code: "not_found", message, values: echoFormValues(form) };
}

export type AutosaveResult =
  | { ok: true; version: number }
  | { ok: false; code: string; message: string; conflict?: ConflictingAnswer | undefined };

const FIELDS = ["answer", "files", "client_note"];

function uuidsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

async function findConflict(
  db: Db,
  itemId: string,
  mine: AnswerInput,
): Promise<ConflictingAnswer | undefined> {
  const theirs = await getDraft(db, itemId);
  return theirs ? { version: theirs.version, versions: compareAnswers(theirs, mine) } : undefined;
}

// public: handles an ended session without a redirect, so that the page keeps the typed text
export const autosaveAnswer = guestAction(
  async ({ backend }, postedId: string, form: FormData): Promise<AutosaveResult> => {
    const { db } = backend;
    const itemId = toUuid(postedId);
    const session = await backend.session();
    if (session.status === "unauthenticated") {
      return { ok: false, code: "session_expired", message: sentenceFor("session_expired") };
    }
    if (session.status === "unavailable") return { ok: false, ...toAppError(session.error) };
    const definition = await getItemDefinition(db, itemId);
    if (!definition) {
      const code = (await isSessionLive()) ? "not_found" : "session_ended";
      return { ok: false, code, message: sentenceFor(code) };
    }
    const input = readAnswerForm(definition.kind, form);
    const saved = await saveAnswer(db, { itemId, input, expectedVersion: readVersion(form) });
    if (!saved.error) return { ok: true, version: saved.version };
    const { code, message } = toAppError(saved.error);
    if (CLOSED.has(code)) refresh();
    const conflict =
      code === "version_conflict" ? await findConflict(db, itemId, input) : undefined;
    return { ok: false, code, message, conflict };
  },
);

// public: handles an ended session itself, so that the user's draft is kept
export const sendAnswer = guestFormAction({
  run: async ({ backend, form, fail }, path: ItemPath): Promise<FormState<SavedVersion>> => {
    const { db } = backend;
    const itemId = toUuid(path.itemId);
    const pages = pagesOf(path);
    const session = await backend.session();
    if (session.status === "unauthenticated" && form.get("repeat")) {
      // An automatic retry must not redirect. The page shows a notice instead.
      const message = sentenceFor("session_expired");
      return { ok: false, code: "session_expired", message, isShownInside: true };
    }
    if (session.status === "unauthenticated") redirect(pages.signedOut);
    if (session.status === "unavailable") {
      return submitFailure(form, fail(session.error));
    }
    const definition = await getItemDefinition(db, itemId);
    if (!definition) await leaveEndedSession(pages.own);
    if (!definition) return pages.gone ? redirect(pages.gone) : goneFailure(form);
    const intent = String(form.get("intent") ?? "submit");
    const input = readAnswerForm(definition.kind, form);
    const saved = await saveAnswer(db, { itemId, input, expectedVersion: readVersion(form) });
    if (saved.error) {
      const failure = submitFailure(form, answerFailure(form, saved.error));
      if (CLOSED.has(failure.code) && (await hasSubmitted(db, { itemId, input, form }))) {
        redirect(pages.sent);
      }
      const conflict =
        failure.code === "version_conflict" ? await findConflict(db, itemId, input) : undefined;
      return conflict ? conflictFailure(failure, conflict.version, conflict.versions) : failure;
    }
    // If the next step fails, the form must contain the stored version. Otherwise, the next attempt
    // conflicts with this save.
    form.set("version", String(saved.version));
    if (intent === "draft") {
      // The router's cache may contain the page with earlier values.
      refresh();
      redirect(pages.later);
    }
    if (intent !== "submit") {
      const removed = intent.startsWith("remove:") ? intent.slice("remove:".length) : "";
      const result = isUuid(removed) ? await removeFile(db, removed) : { error: null };
      if (result.error) return answerFailure(form, result.error);
      refresh();
      return { ok: true, data: { version: saved.version } };
    }
    const problems = answerProblems(definition.kind, input, definition.options);
    if (Object.keys(problems).length > 0) return fieldFailure(form, problems);
    const { version, no } = saved;
    const { error } = await submitItem(db, { itemId, version, no });
    if (error) {
      const { code, field, details } = toAppError(error);
      if (field === "files") return fieldFailure(form, { files: strings.rules.files });
      if (code === "files_pending" && (await hasUnfinished(db, uuidsOf(details.fileIds)))) {
        return fieldFailure(form, { files: strings.rules.filesUnfinished });
      }
      const conflict = code === "version_conflict" ? await findConflict(db, itemId, input) : null;
      const failure = submitFailure(form, answerFailure(form, error));
      return conflict ? conflictFailure(failure, conflict.version, conflict.versions) : failure;
    }
    redirect(pages.sent);
  },
});

/**
 * Submits the ready answers. Returns the item's title and the reason for each answer that cannot be
 * submitted.
 */
export const sendReady = contentFormAction({
  parse: (form: FormData) => ({ ok: true as const, data: readReady(form) }),
  keepInput: (failure) => failure,
  run: async ({ backend, data: named }): Promise<FormState> => {
    const failed: { itemId: string; message: string }[] = [];
    for (const ready of named) {
      const { error } = await submitItem(backend.db, ready);
      if (!error) continue;
      failed.push({ itemId: ready.itemId, message: toAppError(error).message });
    }
    refresh();
    const sent = named.length - failed.length;
    if (failed.length === 0) return { ok: true, data: null, message: strings.ready.sent(sent) };
    const titles = await getItemTitles(
      backend.db,
      failed.map(({ itemId }) => itemId),
    );
    const lines = failed.map(({ itemId, message }) => {
      const title = titles.get(itemId);
      return title ? strings.ready.notSent(title, message) : message;
    });
    const message = strings.ready.some(sent, named.length);
    return { ok: false, code: "not_all_sent", message, lines };
  },
});

export const withdraw = formAction({
  schema: withdrawSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await withdrawItem(backend.db, data.itemId);
    if (error) return withRefreshIfChanged(fail(error));
    return refreshed(strings.item.withdrawn);
  },
});
