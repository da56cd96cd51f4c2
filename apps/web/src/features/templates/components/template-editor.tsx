"use client";

import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormContext, fieldId } from "@/components/forms/form-context";
import { FormDrafts, RestoredNotice } from "@/components/forms/form-draft";
import { FormHidden, FormTextArea, FormTextField } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import type { ItemDefinition } from "@/features/items/types";
import { AddItemButtons } from "@/features/requests/components/add-item-buttons";
import { ItemList } from "@/features/requests/components/item-list";
import { applyIntent, blankItem, type DraftIntent, putBack } from "@/features/requests/schema";
import type { KeyedItem } from "@/features/requests/types";
import { submitTemplate } from "@/features/templates/actions";
import { useTemplateDraft } from "@/features/templates/hooks";
import { cleanTemplate } from "@/features/templates/schema";
import { strings } from "@/features/templates/strings";
import type { TemplateContent } from "@/features/templates/types";
import { stampOf } from "@/lib/drafts/version-stamp";
import { useResilientState } from "@/lib/forms/resilient-action";
import { leadsToSignIn } from "@/lib/http/ended-path";
import { randomId } from "@/lib/random-id";

const FORM_ID = "template";

const keyed = (item: ItemDefinition, index: number): KeyedItem => ({
  key: item.id ?? `new-${index}`,
  item,
});

type EditorProps = {
  org: { id: string; slug: string };
  template: TemplateContent & { id?: string; version?: number };
};

/**
 * The editor of a template. With scripts, it changes the list of items without a reload. Without
 * scripts, each button posts the form and gets back the changed list.
 */
export function TemplateEditor(props: EditorProps) {
  return (
    <FormDrafts>
      <TemplateForm {...props} />
    </FormDrafts>
  );
}

function TemplateForm({ org, template }: EditorProps) {
  const forget = useRef(() => {});
  const {
    state,
    formAction,
    send: dispatch,
    isPending,
  } = useResilientState(submitTemplate, (lost) => ({ failure: lost, template }), {
    onRedirect: (path) => leadsToSignIn(path) || forget.current(),
  });
  const failure = state?.failure ?? null;
  const content = state?.template ?? template;
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const [items, setItems] = useState<KeyedItem[]>(() => content.items.map(keyed));
  const show = useCallback((others: ItemDefinition[]) => {
    setItems(others.map((item) => ({ key: randomId(), item })));
  }, []);
  const draft = useTemplateDraft({ form, id: FORM_ID, items, show });
  forget.current = draft.forget;

  useEffect(() => {
    if (!failure) return;
    const first = Object.keys(failure.fieldErrors ?? {})[0];
    const field = first ? document.getElementById(fieldId(FORM_ID, first)) : null;
    (field ?? summary.current)?.focus();
  }, [failure]);

  const change = (intent: DraftIntent) => {
    setItems((now) =>
      applyIntent(now, intent, (kind) => ({ key: randomId(), item: blankItem(kind) })),
    );
    if (intent.do === "add") {
      const name = `items.${items.length}.title`;
      requestAnimationFrame(() => document.getElementById(fieldId(FORM_ID, name))?.focus());
    }
  };

  const restore = (entry: KeyedItem, index: number) =>
    setItems((now) => putBack(now, entry, index));

  // With `action` alone, React would reset every field after the submission.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    fields.set("intent", "save");
    dispatch(fields);
  };

  return (
    <FormContext value={{ formId: FORM_ID, isPending, failure }}>
      <form
        ref={form}
        action={formAction}
        onSubmit={send}
        noValidate
        aria-label={strings.title}
        className="flex max-w-text flex-col gap-6"
      >
        {failure ? <ErrorSummary ref={summary} failure={failure} formId={FORM_ID} /> : null}
        {draft.restored ? <RestoredNotice onDiscard={draft.discard} /> : null}
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="template_id" value={template.id ?? ""} />
        <FormHidden
          name="version"
          defaultValue={
            draft.restored?.version ?? stampOf(template.version ?? 0, cleanTemplate(template))
          }
        />
        {/* Enter presses the first button of a form, so the first button saves. */}
        <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden />
        <FormTextField
          name="title"
          label={strings.titleField}
          hint={strings.titleHint}
          defaultValue={content.title}
          maxLength={120}
        />
        <FormTextField
          name="due_in_days"
          label={strings.dueInDays}
          type="number"
          inputMode="numeric"
          min={0}
          max={730}
          defaultValue={Number.isNaN(content.dueInDays) ? "" : content.dueInDays}
          className="max-w-28"
        />
        <FormTextArea
          name="message"
          label={strings.message}
          defaultValue={content.message}
          maxLength={2_000}
          optional
        />
        <section aria-labelledby="items-heading" className="flex flex-col gap-4">
          <div id={fieldId(FORM_ID, "items")} tabIndex={-1}>
            <h2 id="items-heading" className="text-lg font-heading">
              {strings.itemsHeading}
            </h2>
            <p className="text-sm text-ink-muted">
              {items.length === 0 ? strings.noItems : strings.itemsHint}
            </p>
          </div>
          <ItemList items={items} onChange={change} onPutBack={restore} />
          <AddItemButtons items={items} onAdd={(kind) => change({ do: "add", kind })} />
        </section>
        <div
          data-action-bar
          className="sticky bottom-(--bottom-bar) -mx-4 border-t border-line bg-surface px-4 py-3 sm:-mx-1 sm:px-1"
        >
          <SubmitButton name="intent" value="save" className="max-sm:w-full">
            {strings.save}
          </SubmitButton>
        </div>
      </form>
    </FormContext>
  );
}
