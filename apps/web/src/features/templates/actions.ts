"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { saveDraft } from "@/features/requests/mutations";
import { applyIntent, blankItem, DEFAULT_DUE_DAYS, readIntent } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import { archiveTemplate, saveTemplate } from "@/features/templates/mutations";
import { getTemplate } from "@/features/templates/queries";
import { compareTemplates, findTemplateProblems, readTemplate } from "@/features/templates/schema";
import type { TemplateContent } from "@/features/templates/types";
import { action } from "@/lib/backend.server";
import { conflictFailure, keepInput, problemFailure } from "@/lib/errors";
import { type FormFailure, type FormState, fieldFailure, formText } from "@/lib/form-state";
import { dateInZone } from "@/lib/format";

/** State of the editor: what failed, and the content that stands in it now. */
export type TemplateState = { failure: FormFailure | null; template: TemplateContent } | null;

const FIELDS = ["title", "message", "due_in_days", "items"];
const ITEM_FIELDS = ["title", "help", "section", "choices", "max_files"];

/**
 * The editor's buttons: saves; and without scripts adds, removes or moves an item, which changes
 * what stands in the form and nothing else.
 */
export const submitTemplate = action(
  async ({ backend }, _state: TemplateState, form: FormData): Promise<TemplateState> => {
    const intent = readIntent(form.get("intent"));
    const template = readTemplate(form);
    if (intent.do !== "save") {
      const items = applyIntent(template.items, intent, blankItem);
      return { failure: null, template: { ...template, items } };
    }
    const problems = findTemplateProblems(template);
    if (Object.keys(problems).length > 0) {
      return { failure: fieldFailure(form, problems), template };
    }
    const orgId = formText(form, "org_id");
    const templateId = formText(form, "template_id");
    let id: string;
    try {
      id = await saveTemplate(backend.db, {
        orgId,
        template,
        ...(templateId ? { templateId, expectedVersion: Number(formText(form, "version")) } : {}),
      });
    } catch (error) {
      const names = template.items.flatMap((_, index) =>
        ITEM_FIELDS.map((name) => `items.${index}.${name}`),
      );
      const failure = problemFailure(form, error, [...FIELDS, ...names]);
      if (failure.code !== "version_conflict") return { failure, template };
      const theirs = await getTemplate(backend.db, { orgId, templateId });
      return {
        failure: theirs
          ? conflictFailure(failure, theirs.version, compareTemplates(theirs, template))
          : failure,
        template,
      };
    }
    redirect(`/o/${formText(form, "org")}/templates/${id}?saved=1`);
  },
  {
    onUnavailable: (error, _state, form) => ({
      failure: problemFailure(form, error),
      template: readTemplate(form),
    }),
  },
);

/** Puts a template away, or takes it back. */
export const setTemplateArchived = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    try {
      await archiveTemplate(backend.db, {
        templateId: formText(form, "template_id"),
        archived: formText(form, "archived") === "true",
      });
    } catch (error) {
      return problemFailure(form, error);
    }
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);

const DAY_MILLISECONDS = 86_400_000;

/**
 * Starts a draft for a client, from a template where one was chosen, addressed to all its active
 * contacts, and opens the composer.
 */
export const startDraft = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const clientId = formText(form, "client_id");
    if (!clientId) return fieldFailure(form, { client_id: composer.chooseClient });
    let id: string;
    try {
      const { data: contacts, error } = await backend.db
        .from("contacts")
        .select("id")
        .eq("org_id", formText(form, "org_id"))
        .eq("client_id", clientId)
        .eq("status", "active")
        .limit(5);
      if (error) throw error;
      const templateId = formText(form, "template_id");
      const template = templateId
        ? await getTemplate(backend.db, { orgId: formText(form, "org_id"), templateId })
        : null;
      const days = template?.dueInDays ?? DEFAULT_DUE_DAYS;
      const due = new Date(Date.now() + days * DAY_MILLISECONDS);
      const saved = await saveDraft(backend.db, {
        orgId: formText(form, "org_id"),
        clientId,
        draft: {
          title: template?.title ?? "",
          message: template?.message ?? "",
          dueOn: dateInZone(due, formText(form, "time_zone") || "UTC"),
          contactIds: contacts.map((contact) => contact.id),
          items: (template?.items ?? []).map((item) => ({ ...item, id: undefined })),
        },
      });
      id = saved.id;
    } catch (error) {
      return problemFailure(form, error, ["client_id"]);
    }
    redirect(`/o/${formText(form, "org")}/requests/${id}`);
  },
  keepInput,
);
