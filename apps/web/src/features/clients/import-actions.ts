"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { parseClientRows } from "@/features/clients/import";
import { saveClientRows } from "@/features/clients/mutations";
import { strings } from "@/features/clients/strings";
import { action } from "@/lib/backend.server";
import { fieldSentence } from "@/lib/error-sentences";
import { keepInput, problemFailure } from "@/lib/errors";
import { type FormState, fieldFailure, formText } from "@/lib/form-state";

/** Adds clients and contacts from CSV: all rows, or none and every mistake by its row. */
export const importClients = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const file = form.get("file");
    // A chosen file lands in the text field, where its rows can be corrected.
    if (file instanceof File && file.size > 0) form.set("csv", await file.text());
    const parsed = parseClientRows(formText(form, "csv"));
    if (!parsed.ok) return fieldFailure(form, { csv: parsed.message });
    let outcome: Awaited<ReturnType<typeof saveClientRows>>;
    try {
      outcome = await saveClientRows(backend.db, {
        orgId: formText(form, "org_id"),
        rows: parsed.rows,
      });
    } catch (error) {
      return problemFailure(form, error);
    }
    if (outcome.errors.length > 0) {
      const failure = fieldFailure(form, {});
      const rows = outcome.errors.map(({ row, field, ...rule }) =>
        strings.import.rowError(row, strings.import.columns[field] ?? field, fieldSentence(rule)),
      );
      return { ...failure, message: strings.import.nothingStored, lines: rows };
    }
    const { created, contacts } = outcome;
    redirect(
      `/o/${formText(form, "org")}/clients?imported=${created}&contacts=${contacts}` as Route,
    );
  },
  keepInput,
);
