"use server";

import type { Route } from "next";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { reviewItem, undoDecision, waiveItem } from "@/features/review/mutations";
import { decisionSchema, undoSchema } from "@/features/review/schema";
import { strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";
import { action } from "@/lib/backend/backend.server";
import { deliverEmailSoon } from "@/lib/backend/deliver-email.server";
import { saysChanged } from "@/lib/backend/refresh.server";
import { errorFailure, toAppError } from "@/lib/errors/app-error";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { type FormState, formText } from "@/lib/forms/form-state";

type Decided = { requestId: string; itemId: string; nextItem: string; decision: Decision };

/** The query contains the decision, so that the next page can offer to undo it. */
function pathAfter(
  org: string,
  { requestId, itemId, nextItem, decision, version }: Decided & { version: number },
): Route {
  const request = `/o/${org}/requests/${requestId}`;
  const page = nextItem ? `${request}/review/${nextItem}` : request;
  const decided = `decided=${itemId}&as=${decision}&version=${version}`;
  return `${page}?${decided}` as Route;
}

const CONFLICT = "version_conflict";

/**
 * Returns true if the page shows an outdated item and must be refreshed. A refresh keeps the typed
 * note.
 */
const isOutdated = (code: string) => code === CONFLICT || saysChanged(code);

/**
 * The form does not show the other member's change, so the message asks the user to check the item.
 */
const withNextStep = ({ code, message }: { code: string; message: string }) =>
  code === CONFLICT ? strings.conflict(message) : message;

function decisionFailure(form: FormData, error: unknown): FormState {
  const failure = errorFailure(form, error, ["note"]);
  if (isOutdated(failure.code)) refresh();
  return { ...failure, message: withNextStep(failure) };
}

export const decide = formAction({
  schema: decisionSchema,
  run: async ({ backend, form, data }) => {
    let version: number;
    try {
      const { itemId, decision, note } = data;
      const item = { itemId, note, expectedVersion: data.version };
      const decided =
        decision === "waived"
          ? await waiveItem(backend.db, item)
          : await reviewItem(backend.db, { ...item, decision });
      version = decided.version;
    } catch (error) {
      return decisionFailure(form, error);
    }
    deliverEmailSoon(backend);
    redirect(pathAfter(formText(form, "org"), { ...data, version }));
  },
});

type UndoResult = { ok: true } | { ok: false; code: string; message: string };

/** `version` is the item's version after the decision. */
export const undo = action(
  async ({ backend }, args: { itemId: string; version: number }): Promise<UndoResult> => {
    try {
      await undoDecision(backend.db, { itemId: args.itemId, expectedVersion: args.version });
    } catch (error) {
      const { code, message } = toAppError(error);
      if (isOutdated(code)) refresh();
      return { ok: false, code, message: withNextStep({ code, message }) };
    }
    deliverEmailSoon(backend);
    refresh();
    return { ok: true };
  },
  {
    onUnavailable: (error) => {
      const { code, message } = toAppError(error);
      return { ok: false as const, code, message };
    },
  },
);

export const undoInForm = formAction({
  schema: undoSchema,
  run: async ({ backend, form, data }) => {
    try {
      await undoDecision(backend.db, { itemId: data.itemId, expectedVersion: data.version });
    } catch (error) {
      return decisionFailure(form, error);
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});
