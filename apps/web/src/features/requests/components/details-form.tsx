"use client";

import type { ReactNode } from "react";
import { FormDateProperty } from "@/components/forms/date-property";
import { Form } from "@/components/forms/form";
import { FormCheckbox, FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { TitleField } from "@/components/forms/title-field";
import { VersionField } from "@/components/forms/version-field";
import type { Crumb } from "@/components/ui/breadcrumb";
import { EditorFrame } from "@/components/ui/editor-frame";
import { Property, PropertyGrid } from "@/components/ui/property-grid";
import { SheetHeader } from "@/components/ui/sheet-header";
import { editDetails } from "@/features/requests/actions";
import { AssigneeField } from "@/features/requests/components/assignee-field";
import { ContactPreview, type PreviewFirm } from "@/features/requests/components/contact-preview";
import { EditorActions } from "@/features/requests/components/editor-actions";
import { toDetails } from "@/features/requests/draft/compare";
import {
  DETAILS_FORM_ID,
  SavedItemsContext,
  useItemsFirst,
  useTypedRequest,
} from "@/features/requests/draft/open-request";
import { composer, edit } from "@/features/requests/strings";
import type { Assignee, Request } from "@/features/requests/types";

export function DetailsForm({
  org,
  request,
  assignees,
  crumbs,
  reader,
  firm,
  openedAt,
  children,
}: {
  org: { id: string; slug: string };
  request: Request;
  assignees: readonly Assignee[];
  crumbs: readonly Crumb[];
  reader: string;
  firm: PreviewFirm;
  openedAt: string;
  children: ReactNode;
}) {
  const { content, edited, root, onType } = useTypedRequest(request);
  const { settle, onSubmitCapture, onDetailsAnswer } = useItemsFirst(root);
  const layout = (form: ReactNode) => (
    <>
      <SheetHeader
        crumbs={crumbs}
        current={edit.page}
        actions={
          <EditorActions>
            <SubmitButton form={DETAILS_FORM_ID}>{edit.save}</SubmitButton>
          </EditorActions>
        }
      />
      <EditorFrame
        title={composer.preview}
        reader={reader}
        preview={
          <ContactPreview
            firm={firm}
            clientName={request.client.name}
            content={content}
            now={openedAt}
            edited={edited}
          />
        }
      >
        {/* Restoring a draft dispatches only `input`, so do not listen to `change`. */}
        <div ref={root} onInput={onType} onSubmitCapture={onSubmitCapture} className="contents">
          <section aria-labelledby="details-heading">
            <h2 id="details-heading" className="sr-only">
              {edit.details}
            </h2>
            {form}
          </section>
          <SavedItemsContext value={settle}>{children}</SavedItemsContext>
        </div>
      </EditorFrame>
    </>
  );
  return (
    <Form
      action={editDetails}
      id={DETAILS_FORM_ID}
      label={edit.details}
      layout={layout}
      onAnswer={onDetailsAnswer}
      lost={(failure) => {
        onDetailsAnswer();
        return failure;
      }}
    >
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="request_id" value={request.id} />
      <VersionField version={request.version} base={toDetails(request)} />
      <div className="flex flex-col gap-1">
        <TitleField
          name="title"
          label={composer.title}
          heading={edit.title(content.title.trim())}
          placeholder={composer.titleHint}
          defaultValue={request.title}
          maxLength={120}
        />
        <p className="text-ink-muted">{edit.lead}</p>
      </div>
      <PropertyGrid>
        <Property>
          <FormDateProperty
            name="due_on"
            label={composer.due}
            placeholder={composer.chooseDate}
            defaultValue={request.dueOn ?? ""}
            timeZone={firm.timeZone}
          />
        </Property>
        <Property>
          <AssigneeField assignees={assignees} defaultValue={request.assigneeId ?? ""} />
        </Property>
        <Property isWide label={composer.reminders}>
          <FormCheckbox
            name="reminders_paused"
            label={edit.pause}
            hint={edit.pauseHint}
            defaultChecked={request.remindersPaused}
          />
        </Property>
      </PropertyGrid>
      <FormTextArea
        name="message"
        label={composer.message}
        defaultValue={request.message}
        maxLength={2_000}
        className="min-h-20"
        optional
      />
    </Form>
  );
}
