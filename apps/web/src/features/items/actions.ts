"use server";

import type { Route } from "next";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { removeFile } from "@/features/files/mutations";
import { hasUnfinished } from "@/features/files/queries";
import { saveAnswer, submitItem, withdrawItem } from "@/features/items/mutations";
import { getItemDefinition } from "@/features/items/queries";
import { answerProblems, readAnswerForm } from "@/features/items/schema";
import { strings } from "@/features/items/strings";
import { action } from "@/lib/backend.server";
import { problemFailure, toProblem } from "@/lib/errors";
import { type FormFailure, type FormState, fieldFailure, parseForm } from "@/lib/form-state";
import { isUuid } from "@/lib/uuid";
import { uuidForm } from "@/lib/uuid-form";

/** Which item a form belongs to: behind a contact's link, or in a firm that answers for them. */
type ItemPath = { itemId: string } & ({ publicId: string } | { org: string; requestId: string });

/** Where an answer leads: when its item is gone, when it is kept for later, when it is handed in. */
function pagesOf(path: ItemPath): Record<"gone" | "later" | "sent", Route> {
  if ("publicId" in path) {
    const door = `/r/${path.publicId}`;
    const list = `${door}/items`;
    return {
      gone: door as Route,
      later: list as Route,
      sent: `${list}?sent=${path.itemId}` as Route,
    };
  }
  const request = `/o/${path.org}/requests/${path.requestId}` as Route;
  return { gone: request, later: request, sent: `${request}/review/${path.itemId}` as Route };
}

/** Refusals of an item that nobody waits for any more. */
const CLOSED: ReadonlySet<string> = new Set(["item_closed", "request_closed"]);

/** What failed; a closed item is rendered anew, a draft that is someone else's says so. */
function answerFailure(form: FormData, error: unknown): FormFailure {
  const failure = problemFailure(form, error, FIELDS);
  if (CLOSED.has(failure.code)) refresh();
  const isOthers =
    failure.code === "invalid_transition" && toProblem(error).details.status === "draft";
  return isOthers ? { ...failure, message: strings.onBehalf.begun } : failure;
}

/** Result of an autosave. */
export type AutosaveResult = { ok: true } | { ok: false; code: string; message: string };

const FIELDS = ["answer", "files", "client_note"];

function uuidsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Keeps a draft while someone types; renders the page anew only when the item has closed. */
export const autosaveAnswer = action(
  async ({ backend }, itemId: string, form: FormData): Promise<AutosaveResult> => {
    const definition = await getItemDefinition(backend.db, itemId);
    if (!definition) return { ok: false, ...toProblem(null) };
    const input = readAnswerForm(definition.kind, form);
    const { error } = await saveAnswer(backend.db, itemId, input);
    if (!error) return { ok: true };
    const { code, message } = toProblem(error);
    if (CLOSED.has(code)) refresh();
    return { ok: false, code, message };
  },
  {
    onUnavailable: (error) => {
      const { code, message } = toProblem(error);
      return { ok: false, code, message };
    },
  },
);

/** Saves what was typed, then does what the pressed button says: remove a file, keep, or submit. */
export const sendAnswer = action(
  async ({ backend }, path: ItemPath, _state: FormState, form: FormData): Promise<FormState> => {
    const { db } = backend;
    const definition = await getItemDefinition(db, path.itemId);
    const pages = pagesOf(path);
    if (!definition) redirect(pages.gone);
    const intent = String(form.get("intent") ?? "submit");
    const input = readAnswerForm(definition.kind, form);
    const saved = await saveAnswer(db, path.itemId, input);
    if (saved.error) return answerFailure(form, saved.error);
    if (intent === "draft") redirect(pages.later);
    if (intent !== "submit") {
      const removed = intent.startsWith("remove:") ? intent.slice("remove:".length) : "";
      const result = isUuid(removed) ? await removeFile(db, removed) : { error: null };
      if (result.error) return problemFailure(form, result.error);
      refresh();
      return { ok: true, data: null };
    }
    const problems = answerProblems(definition.kind, input, definition.options);
    if (Object.keys(problems).length > 0) return fieldFailure(form, problems);
    const { error } = await submitItem(db, path.itemId);
    if (error) {
      const { code, field, details } = toProblem(error);
      if (field === "files") return fieldFailure(form, { files: strings.rules.files });
      if (code === "files_pending" && (await hasUnfinished(db, uuidsOf(details.file_ids)))) {
        return fieldFailure(form, { files: strings.rules.filesUnfinished });
      }
      return answerFailure(form, error);
    }
    redirect(pages.sent);
  },
  { onUnavailable: (error, _path, _state, form) => problemFailure(form, error) },
);

/** Takes an answer back while it is undecided; the page then shows it as a draft. */
export const takeBack = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(uuidForm("item_id"), form);
    if (!parsed.ok) return parsed;
    const { error } = await withdrawItem(backend.db, parsed.data.item_id);
    if (error) return problemFailure(form, error);
    refresh();
    return { ok: true, data: null };
  },
  { onUnavailable: (error, _state, form) => problemFailure(form, error) },
);
