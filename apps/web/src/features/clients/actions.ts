"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { formatHeadings, toHeadings, toRanges } from "@/features/clients/import/result-params";
import { describeRowError, parseClientRows } from "@/features/clients/import/rows";
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
  archiveClientSchema,
  clientFields,
  compareClients,
  compareContacts,
  contactFields,
  editClientSchema,
  editContactSchema,
  newClientSchema,
  reinviteSchema,
} from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import { withErrorLinks } from "@/features/error-links/loaders";
import { deliverEmailSoon } from "@/lib/backend/deliver-email.server";
import { saveMerged } from "@/lib/drafts/version-stamp";
import { toAppError } from "@/lib/errors/app-error";
import { decodeCsv } from "@/lib/format/csv";
import { contentFormAction, formAction, refreshed } from "@/lib/forms/form-action.server";
import { type FormState, fieldFailure, formText, parseForm } from "@/lib/forms/form-state";
import { ids } from "@/lib/forms/hidden-fields";

export const addClient = formAction({
  schema: newClientSchema,
  run: async ({ backend, form, data, fail }) => {
    const { orgId, name, ref, contactName, contactEmail } = data;
    let { clientId } = data;
    try {
      clientId = await saveClient(backend.db, { orgId, clientId, name, ref });
      const contact = { name: contactName, email: contactEmail };
      await saveContact(backend.db, { orgId, clientId, ...contact });
    } catch (error) {
      const failure = fail(error, ["name", "ref"]);
      // The client may already be stored without its contact. Return its id, so that the next
      // attempt updates the client.
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
});

export const editClient = formAction({
  schema: editClientSchema,
  run: async ({ backend, form, data, fail }) => {
    const { orgId, clientId, ...mine } = data;
    const saved = await saveMerged(form, {
      mine,
      save: (fields, expectedVersion) =>
        saveClient(backend.db, { orgId, clientId, ...fields, expectedVersion }),
      fail: (error) => fail(error, ["name", "ref"]),
      getStored: async () => {
        const client = await getClient(backend.db, { orgId, clientId });
        return client && { version: client.version, fields: clientFields(client) };
      },
      compare: compareClients,
    });
    if (!saved.ok) return saved;
    redirect(`/o/${formText(form, "org")}/clients/${clientId}`);
  },
});

export const editContact = formAction({
  schema: editContactSchema,
  run: async ({ backend, form, data, fail }) => {
    const { orgId, clientId, contactId } = data;
    const saved = await saveMerged(form, {
      mine: contactFields(data),
      save: (fields, expectedVersion) =>
        saveContact(backend.db, {
          orgId,
          clientId,
          ...(contactId ? { contactId, expectedVersion } : {}),
          ...fields,
        }),
      fail: (error) => fail(error, ["name", "email"]),
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
});

export const setClientArchived = formAction({
  schema: archiveClientSchema,
  run: async ({ backend, data, fail }) => {
    try {
      await archiveClient(backend.db, data);
    } catch (error) {
      return withErrorLinks(backend.db, fail(error), { error, clientId: data.clientId });
    }
    return refreshed();
  },
});

export const dropContact = formAction({
  schema: ids("contact_id"),
  run: async ({ backend, data, fail }) => {
    try {
      await removeContact(backend.db, data.contactId);
    } catch (error) {
      return withErrorLinks(backend.db, fail(error), { error });
    }
    return refreshed();
  },
});

export const inviteContactAgain = formAction({
  schema: reinviteSchema,
  run: async ({ backend, data, fail }) => {
    try {
      await reinviteContact(backend.db, { contactId: data.contactId, agreed: true });
    } catch (error) {
      return fail(error, ["agreed"]);
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});

async function parseImport(form: FormData) {
  const file = form.get("file");
  // The user corrects rows in the text field, so copy the file into it. An empty `file` in the
  // failure tells the form that the file was copied.
  if (file instanceof File && file.size > 0) {
    form.set("csv", decodeCsv(await file.arrayBuffer()));
    form.set("file", "");
  }
  const target = parseForm(ids("org_id"), form);
  if (!target.ok) return target;
  const parsed = parseClientRows(formText(form, "csv"));
  if (!parsed.ok) return fieldFailure(form, { csv: parsed.message });
  return { ok: true as const, data: { ...target.data, parsed } };
}

export const importClients = contentFormAction({
  parse: parseImport,
  keepInput: (failure) => failure,
  run: async ({ backend, form, data: { orgId, parsed }, fail }): Promise<FormState> => {
    let outcome: Awaited<ReturnType<typeof saveClientRows>>;
    try {
      outcome = await saveClientRows(backend.db, { orgId, rows: parsed.rows });
    } catch (error) {
      const failure = fail(error, ["rows"]);
      if (!failure.fieldErrors?.rows) return failure;
      // The database measures the rows as JSON, which is larger than the CSV text.
      const isTooLarge = toAppError(error).details.rule === "length";
      return fieldFailure(form, {
        csv: isTooLarge ? strings.import.tooLarge : strings.import.changedMeanwhile,
      });
    }
    if (outcome.errors.length > 0) {
      const lines = outcome.errors.map((error) => describeRowError(parsed, error));
      // An unrecognized column heading may be the cause of missing values.
      const ignored = formatHeadings(toHeadings(parsed.ignored));
      if (ignored) lines.push(strings.ignored(ignored));
      const [line] = lines;
      if (line && lines.length === 1) return fieldFailure(form, { csv: line });
      return { ...fieldFailure(form, {}), message: strings.import.nothingStored, lines };
    }
    const { created, contacts, skipped } = outcome;
    const result = new URLSearchParams({ imported: `${created}`, contacts: `${contacts}` });
    if (skipped.length > 0) {
      result.set("skipped", `${skipped.length}`);
      result.set("rows", toRanges(skipped.map((row) => parsed.numbers[row - 1] ?? row)));
    }
    if (parsed.ignored.length > 0) result.set("ignored", toHeadings(parsed.ignored));
    redirect(`/o/${formText(form, "org")}/clients?${result}` as Route);
  },
});
