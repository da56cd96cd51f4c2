"use client";

import type { Route } from "next";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormDrafts, RestoredNotice } from "@/components/forms/form-draft";
import { FormHidden, FormTextArea } from "@/components/forms/form-fields";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { TitleField } from "@/components/forms/title-field";
import { EditorFrame } from "@/components/ui/editor-frame";
import { SheetHeader } from "@/components/ui/sheet-header";
import type { ItemDefinition } from "@/features/items/types";
import { ContactPreview, type PreviewFirm } from "@/features/requests/components/contact-preview";
import { EditorActions } from "@/features/requests/components/editor-actions";
import { ItemsSection } from "@/features/requests/components/items-section";
import { useExpandedItem } from "@/features/requests/draft/expanded-item";
import { focusNewItem } from "@/features/requests/draft/focus-new-item";
import {
  addedIndex,
  applyIntent,
  type DraftIntent,
  putBack,
} from "@/features/requests/draft/intent";
import { useLiveValues } from "@/features/requests/draft/live-values";
import { newItem } from "@/features/requests/draft/new-item";
import { useItemErrors } from "@/features/requests/draft/use-item-errors";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";
import { submitTemplate } from "@/features/templates/actions";
import { useTemplateDraft } from "@/features/templates/hooks";
import {
  cleanTemplate,
  dueDateAfter,
  findTemplateProblems,
  readTemplate,
} from "@/features/templates/schema";
import { strings } from "@/features/templates/strings";
import type { TemplateContent } from "@/features/templates/types";
import { stampOf } from "@/lib/drafts/version-stamp";
import { isOneField, showFailure } from "@/lib/forms/failure-focus";
import { FormContext } from "@/lib/forms/form-context";
import { useResilientState } from "@/lib/forms/resilient-action";
import { leadsToSignIn } from "@/lib/http/ended-path";
import { randomId } from "@/lib/ids/random-id";

const FORM_ID = "template";

const readTyped = (form: HTMLFormElement) => readTemplate(new FormData(form));

const keyed = (item: ItemDefinition, index: number): KeyedItem => ({
  key: item.id ?? `new-${index}`,
  item,
});

type EditorProps = {
  org: { id: string; slug: string };
  template: TemplateContent & { id?: string; version?: number };
  firm: PreviewFirm;
  openedAt: string;
  actions?: ReactNode;
  notices?: ReactNode;
  children?: ReactNode;
};

export function TemplateEditor(props: EditorProps) {
  return (
    <FormDrafts>
      <TemplateForm {...props} />
    </FormDrafts>
  );
}

function TemplateForm({ org, template, firm, openedAt, actions, notices, children }: EditorProps) {
  const leave = useRef(() => {});
  const {
    state,
    formAction,
    send: dispatch,
    isPending,
  } = useResilientState(submitTemplate, (lost) => ({ failure: lost, template }), {
    onRedirect: (path) => leadsToSignIn(path) || leave.current(),
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
  leave.current = draft.leave;

  useEffect(() => {
    if (!failure) return;
    showFailure(FORM_ID, failure, summary.current);
  }, [failure]);

  const keys = items.map(({ key }) => key);
  const open = useExpandedItem(items, Object.keys(failure?.fieldErrors ?? {}));
  const { live, onType } = useLiveValues({
    element: form,
    read: readTyped,
    initial: content,
    content: [items],
  });
  const errors = useItemErrors({
    failure,
    sent: state?.template ?? null,
    live,
    keys,
    findProblems: findTemplateProblems,
  });

  const change = (intent: DraftIntent) => {
    const next = applyIntent(items, intent, (add, index) => ({
      key: randomId(),
      item: newItem(live.items, add, index),
    }));
    setItems(next);
    if (intent.do === "add") {
      const index = addedIndex(items, intent);
      open.set(next[index]);
      requestAnimationFrame(() => focusNewItem(FORM_ID, index, intent));
    }
  };

  const restore = (entries: readonly KeyedItem[], index: number) =>
    setItems((now) => putBack(now, entries, index));

  // Call the action from `onSubmit`, because React resets every field after an action in the
  // `action` prop.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    fields.set("intent", "save");
    errors.onSend(keys);
    dispatch(fields);
  };

  return (
    <FormContext
      value={{ formId: FORM_ID, isPending, failure: errors.failure, resolved: errors.resolved }}
    >
      <SheetHeader
        crumbs={[{ href: `/o/${org.slug}/templates` as Route, label: strings.title }]}
        current={template.id ? strings.edit : strings.new}
        actions={
          <EditorActions>
            {actions}
            <SubmitButton form={FORM_ID} name="intent" value="save">
              {strings.save}
            </SubmitButton>
          </EditorActions>
        }
      />
      <EditorFrame
        title={composer.preview}
        reader={composer.seenByClient}
        preview={
          <ContactPreview
            firm={firm}
            clientName={strings.previewClient}
            content={{ ...live, dueOn: dueDateAfter(openedAt, live.dueInDays, firm.timeZone) }}
            now={openedAt}
            edited={open.index}
          />
        }
      >
        <form
          id={FORM_ID}
          ref={form}
          action={formAction}
          onSubmit={send}
          onChange={onType}
          noValidate
          aria-label={strings.title}
          className="flex flex-col gap-6"
        >
          {notices}
          {errors.failure && !isOneField(errors.failure) ? (
            <ErrorSummary ref={summary} failure={errors.failure} formId={FORM_ID} />
          ) : null}
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
          <TitleField
            name="title"
            label={strings.titleField}
            heading={live.title.trim() || strings.new}
            defaultValue={content.title}
            maxLength={120}
          />
          <FormTextField
            name="due_in_days"
            label={strings.dueInDays}
            hint={strings.dueHint}
            type="number"
            inputMode="numeric"
            min={0}
            max={730}
            defaultValue={Number.isNaN(content.dueInDays) ? "" : content.dueInDays}
            className="max-w-35"
          />
          <FormTextArea
            name="message"
            label={strings.message}
            hint={composer.messageHint}
            defaultValue={content.message}
            maxLength={2_000}
            className="min-h-20"
            optional
          />
          <ItemsSection
            items={items}
            typed={live.items}
            open={open}
            onChange={change}
            onPutBack={restore}
          />
        </form>
        {children}
      </EditorFrame>
    </FormContext>
  );
}
