"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import {
  archiveClient,
  reinviteContact,
  removeContact,
  saveClient,
  saveClientRows,
  saveContact,
} from "@/features/clients/mutations";
import { getClient } from "@/features/clients/queries";
import {
  clientFields,
  clientSchema,
  compareClients,
  compareContacts,
  contactFields,
  contactSchema,
  formatHeadings,
  newClientSchema,
  parseClientRows,
  toHeadings,
  toRanges,
} from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import { explainRefusal } from "@/features/refusals/loaders";
import { action } from "@/lib/backend/backend.server";
import { saveMerged } from "@/lib/drafts/version-stamp";
import { fieldSentence } from "@/lib/errors/error-sentences";
import { keepInput, problemFailure } from "@/lib/errors/problem";
import { decodeCsv } from "@/lib/format/csv";
import { type FormState, fieldFailure, formId, formText, parseForm } from "@/lib/forms/form-state";
import { deliverMailSoon } from "@/lib/mail";

/** Adds a client with its first contact and goes to its page, or on to a request for it. */
export const addClient = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(newClientSchema, form);
    if (!parsed.ok) return parsed;
    const { name, ref, contact_name, contact_email } = parsed.data;
    const orgId = formId(form, "org_id");
    let clientId = formId(form, "client_id");
    try {
      clientId = await saveClient(backend.db, { orgId, clientId, name, ref });
      const contact = { name: contact_name, email: contact_email };
      await saveContact(backend.db, { orgId, clientId, ...contact });
    } catch (error) {
      const failure = problemFailure(form, error, ["name", "ref"]);
      // Where the client was stored before its contact failed, the next try changes that client.
      return { ...failure, values: { ...failure.values, client_id: clientId } };
    }
    const slug = formText(form, "org");
    revalidatePath(`/o/${slug}/clients`);
    redirect(
      formText(form, "then") === "request"
        ? `/o/${slug}/requests/new?client=${clientId}`
        : `/o/${slug}/clients/${clientId}`,
    );
  },
  keepInput,
);

/** Changes name and reference of a client. */
export const editClient = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(clientSchema, form);
    if (!parsed.ok) return parsed;
    const clientId = formId(form, "client_id");
    const orgId = formId(form, "org_id");
    const saved = await saveMerged(form, {
      mine: parsed.data,
      save: (fields, expectedVersion) =>
        saveClient(backend.db, { orgId, clientId, ...fields, expectedVersion }),
      fail: (error) => problemFailure(form, error, ["name", "ref"]),
      getStored: async () => {
        const client = await getClient(backend.db, { orgId, clientId });
        return client && { version: client.version, fields: clientFields(client) };
      },
      compare: compareClients,
    });
    if (!saved.ok) return saved;
    redirect(`/o/${formText(form, "org")}/clients/${clientId}`);
  },
  keepInput,
);

/** Adds a contact to a client or changes one. */
export const editContact = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(contactSchema, form);
    if (!parsed.ok) return parsed;
    const clientId = formId(form, "client_id");
    const orgId = formId(form, "org_id");
    const contactId = formId(form, "contact_id");
    const saved = await saveMerged(form, {
      mine: contactFields(parsed.data),
      save: (fields, expectedVersion) =>
        saveContact(backend.db, {
          orgId,
          clientId,
          ...(contactId ? { contactId, expectedVersion } : {}),
          ...fields,
        }),
      fail: (error) => problemFailure(form, error, ["name", "email"]),
      getStored: async () => {
        const client = await getClient(backend.db, { orgId, clientId });
        const contact = client?.contacts.find(({ id }) => id === contactId);
        return contact ? { version: contact.version, fields: contactFields(contact) } : null;
      },
      compare: compareContacts,
    });
    if (!saved.ok) return saved;
    redirect(`/o/${formText(form, "org")}/clients/${clientId}`);
  },
  keepInput,
);

/** Puts a client away, or takes it back. */
export const setClientArchived = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const clientId = formId(form, "client_id");
    try {
      const archived = formText(form, "archived") === "true";
      await archiveClient(backend.db, { clientId, archived });
    } catch (error) {
      return explainRefusal(backend.db, problemFailure(form, error), { error, clientId });
    }
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

/** Takes a contact out of a client; not the only one of an open request. */
export const dropContact = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    try {
      await removeContact(backend.db, formId(form, "contact_id"));
    } catch (error) {
      return explainRefusal(backend.db, problemFailure(form, error), { error });
    }
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

/** Invites a contact again who deleted the account; staff say that the person agreed. */
export const inviteAgain = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    if (formText(form, "agreed") !== "yes") {
      return fieldFailure(form, { agreed: strings.agreedRequired });
    }
    try {
      const contactId = formId(form, "contact_id");
      await reinviteContact(backend.db, { contactId, agreed: true });
    } catch (error) {
      return problemFailure(form, error, ["agreed"]);
    }
    deliverMailSoon(backend);
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

/** Adds clients and contacts from CSV: all rows, or none and every mistake by its row. */
export const importClients = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const file = form.get("file");
    // A chosen file lands in the text field, where its rows can be corrected.
    if (file instanceof File && file.size > 0) form.set("csv", decodeCsv(await file.arrayBuffer()));
    const parsed = parseClientRows(formText(form, "csv"));
    if (!parsed.ok) return fieldFailure(form, { csv: parsed.message });
    // The backend counts the rows it was sent; people count those of their spreadsheet.
    const numberOf = (row: number) => parsed.numbers[row - 1] ?? row;
    let outcome: Awaited<ReturnType<typeof saveClientRows>>;
    try {
      outcome = await saveClientRows(backend.db, {
        orgId: formId(form, "org_id"),
        rows: parsed.rows,
      });
    } catch (error) {
      return problemFailure(form, error);
    }
    if (outcome.errors.length > 0) {
      const failure = fieldFailure(form, {});
      const lines = outcome.errors.map(({ row, field, ...rule }) =>
        strings.import.rowError(
          numberOf(row),
          strings.import.columns[field] ?? field,
          fieldSentence(rule),
        ),
      );
      // What a row misses may stand in a column of another name.
      const ignored = formatHeadings(toHeadings(parsed.ignored));
      if (ignored) lines.push(strings.ignored(ignored));
      return { ...failure, message: strings.import.nothingStored, lines };
    }
    const { created, contacts, skipped } = outcome;
    const told = new URLSearchParams({ imported: `${created}`, contacts: `${contacts}` });
    if (skipped.length > 0) {
      told.set("skipped", `${skipped.length}`);
      told.set("rows", toRanges(skipped.map(numberOf)));
    }
    if (parsed.ignored.length > 0) told.set("ignored", toHeadings(parsed.ignored));
    redirect(`/o/${formText(form, "org")}/clients?${told}` as Route);
  },
  keepInput,
);
