"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { applyIntent, blankItem, readIntent } from "@/features/requests/schema";
import { archiveTemplate, saveTemplate } from "@/features/templates/mutations";
import { getTemplate } from "@/features/templates/queries";
import { compareTemplates, findTemplateProblems, readTemplate } from "@/features/templates/schema";
import type { TemplateContent } from "@/features/templates/types";
import { action } from "@/lib/backend.server";
import { conflictFailure, keepInput, problemFailure } from "@/lib/errors";
import { type FormFailure, type FormState, fieldFailure, formText } from "@/lib/form-state";

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
