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
  clientFields,
  clientSchema,
  compareClients,
  compareContacts,
  contactFields,
  contactSchema,
  newClientSchema,
} from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import { withErrorLinks } from "@/features/error-links/loaders";
import { deliverEmailSoon } from "@/lib/backend/deliver-email.server";
import { saveMerged } from "@/lib/drafts/version-stamp";
import { decodeCsv } from "@/lib/format/csv";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { fieldFailure, formId, formText } from "@/lib/forms/form-state";

export const addClient = formAction({
  schema: newClientSchema,
  run: async ({ backend, form, data, fail }) => {
    const { name, ref, contactName, contactEmail } = data;
    const orgId = formId(form, "org_id");
    let clientId = formId(form, "client_id");
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
  schema: clientSchema,
  run: async ({ backend, form, data, fail }) => {
    const clientId = formId(form, "client_id");
    const orgId = formId(form, "org_id");
    const saved = await saveMerged(form, {
      mine: data,
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
  schema: contactSchema,
  run: async ({ backend, form, data, fail }) => {
    const clientId = formId(form, "client_id");
    const orgId = formId(form, "org_id");
    const contactId = formId(form, "contact_id");
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
  run: async ({ backend, form, fail }) => {
    const clientId = formId(form, "client_id");
    try {
      const archived = formText(form, "archived") === "true";
      await archiveClient(backend.db, { clientId, archived });
    } catch (error) {
      return withErrorLinks(backend.db, fail(error), { error, clientId });
    }
    return refreshed();
  },
});

export const dropContact = formAction({
  run: async ({ backend, form, fail }) => {
    try {
      await removeContact(backend.db, formId(form, "contact_id"));
    } catch (error) {
      return withErrorLinks(backend.db, fail(error), { error });
    }
    return refreshed();
  },
});

export const inviteContactAgain = formAction({
  run: async ({ backend, form, fail }) => {
    if (formText(form, "agreed") !== "yes") {
      return fieldFailure(form, { agreed: strings.agreedRequired });
    }
    try {
      const contactId = formId(form, "contact_id");
      await reinviteContact(backend.db, { contactId, agreed: true });
    } catch (error) {
      return fail(error, ["agreed"]);
    }
    deliverEmailSoon(backend);
    return refreshed();
  },
});

export const importClients = formAction({
  run: async ({ backend, form, fail }) => {
    const file = form.get("file");
    // The user corrects rows in the text field, so copy the file into it. An empty `file` in the
    // failure tells the form that the file was copied.
    if (file instanceof File && file.size > 0) {
      form.set("csv", decodeCsv(await file.arrayBuffer()));
      form.set("file", "");
    }
    const parsed = parseClientRows(formText(form, "csv"));
    if (!parsed.ok) return fieldFailure(form, { csv: parsed.message });
    let outcome: Awaited<ReturnType<typeof saveClientRows>>;
    try {
      outcome = await saveClientRows(backend.db, {
        orgId: formId(form, "org_id"),
        rows: parsed.rows,
      });
    } catch (error) {
      return fail(error);
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
