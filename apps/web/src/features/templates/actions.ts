"use server";

import { redirect } from "next/navigation";
import { saveClient, saveContact } from "@/features/clients/mutations";
import { findClientOfAddress } from "@/features/clients/queries";
import { applyIntent, readDraftIntent } from "@/features/requests/draft/intent";
import { newItem } from "@/features/requests/draft/new-item";
import { itemFieldNames } from "@/features/requests/schema";
import { getProfileName } from "@/features/team/queries";
import { archiveTemplate, createDraft, saveTemplate } from "@/features/templates/mutations";
import { getTemplate, listTemplates } from "@/features/templates/queries";
import {
  archiveTemplateSchema,
  cleanTemplate,
  compareTemplates,
  findTemplateProblems,
  readTemplate,
  startDraftSchema,
  tryOnYourselfSchema,
} from "@/features/templates/schema";
import { strings } from "@/features/templates/strings";
import type { TemplateContent } from "@/features/templates/types";
import { saveMerged } from "@/lib/drafts/version-stamp";
import { contentFormAction, formAction, refreshed } from "@/lib/forms/form-action.server";
import { type FormFailure, fieldFailure, formText, parseForm } from "@/lib/forms/form-state";
import { ids } from "@/lib/forms/hidden-fields";

export type TemplateState = { failure: FormFailure | null; template: TemplateContent } | null;

const FIELDS = ["title", "message", "due_in_days", "items"];

/** Checks the template only when it is saved. The other buttons only change the form. */
function parseTemplate(form: FormData) {
  const intent = readDraftIntent(form.get("intent"));
  const template = readTemplate(form);
  const problems = intent.do === "save" ? findTemplateProblems(template) : {};
  if (Object.keys(problems).length > 0) return fieldFailure(form, problems);
  const target = parseForm(ids("org_id", "template_id"), form);
  if (!target.ok) return target;
  return { ok: true as const, data: { ...target.data, intent, template } };
}

/** Without scripts, the buttons that add, remove or move an item call this action too. */
export const submitTemplate = contentFormAction({
  parse: parseTemplate,
  keepInput: (failure, form) => ({ failure, template: readTemplate(form) }),
  run: async ({ backend, form, data, fail }): Promise<TemplateState> => {
    const { orgId, templateId, intent, template } = data;
    if (intent.do !== "save") {
      const items = applyIntent(template.items, intent, (add, index) =>
        newItem(template.items, add, index),
      );
      return { failure: null, template: { ...template, items } };
    }
    const saved = await saveMerged(form, {
      mine: cleanTemplate(template),
      save: (content, expectedVersion) =>
        saveTemplate(backend.db, {
          orgId,
          template: content,
          ...(templateId ? { templateId, expectedVersion } : {}),
        }),
      fail: (error) => fail(error, [...FIELDS, ...itemFieldNames(template.items)]),
      getStored: async () => {
        const theirs = await getTemplate(backend.db, { orgId, templateId });
        return theirs && { version: theirs.version, fields: cleanTemplate(theirs) };
      },
      compare: compareTemplates,
    });
    if (!saved.ok) return { failure: saved, template };
    redirect(`/o/${formText(form, "org")}/templates/${saved.data ?? templateId}?saved=1`);
  },
});

export const setTemplateArchived = formAction({
  schema: archiveTemplateSchema,
  run: async ({ backend, data, fail }) => {
    try {
      await archiveTemplate(backend.db, data);
    } catch (error) {
      return fail(error);
    }
    return refreshed();
  },
});

export const startDraft = formAction({
  schema: startDraftSchema,
  run: async ({ backend, session, form, data, fail }) => {
    let id: string;
    try {
      id = await createDraft(backend.db, {
        ...data,
        templateId: data.templateId || undefined,
        userId: session.claims.sub,
      });
    } catch (error) {
      return fail(error, ["client_id"]);
    }
    redirect(`/o/${formText(form, "org")}/requests/${id}`);
  },
});

export const tryOnYourself = formAction({
  schema: tryOnYourselfSchema,
  run: async ({ backend, session, form, data, fail }) => {
    const { orgId, timeZone } = data;
    const email = session.claims.email ?? "";
    let id: string;
    try {
      const [name, known, templates] = await Promise.all([
        getProfileName(backend.db, session.claims.sub),
        findClientOfAddress(backend.db, { orgId, email }),
        listTemplates(backend.db, orgId),
      ]);
      const person = name || email;
      const clientId =
        known ??
        (await saveClient(backend.db, { orgId, name: strings.tryClient(person), ref: "" }));
      if (!known) await saveContact(backend.db, { orgId, clientId, name: person, email });
      id = await createDraft(backend.db, {
        orgId,
        clientId,
        templateId: templates.find(({ archivedAt }) => archivedAt === null)?.id,
        timeZone,
        userId: session.claims.sub,
      });
    } catch (error) {
      return fail(error);
    }
    redirect(`/o/${formText(form, "org")}/requests/${id}`);
  },
});
