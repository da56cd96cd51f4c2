import { FormDateField } from "@/components/forms/date-field";
import { Form } from "@/components/forms/form";
import {
  FormCheckbox,
  FormSelect,
  FormTextArea,
  FormTextField,
} from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { VersionField } from "@/components/forms/version-field";
import { editDetails } from "@/features/requests/actions";
import { toDetails } from "@/features/requests/draft/compare";
import { assigneeName, composer, edit, page } from "@/features/requests/strings";
import type { Assignee, Request } from "@/features/requests/types";

export function DetailsForm({
  org,
  request,
  assignees,
}: {
  org: { id: string; slug: string };
  request: Request;
  assignees: readonly Assignee[];
}) {
  return (
    <Form action={editDetails} id="details" label={edit.details}>
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="request_id" value={request.id} />
      <VersionField version={request.version} base={toDetails(request)} />
      <FormTextField
        name="title"
        label={composer.title}
        defaultValue={request.title}
        maxLength={120}
      />
      <FormDateField name="due_on" label={composer.due} defaultValue={request.dueOn ?? ""} />
      <FormTextArea
        name="message"
        label={composer.message}
        defaultValue={request.message}
        maxLength={2_000}
        optional
      />
      <FormSelect
        name="assignee_id"
        label={page.assignee}
        hint={edit.assigneeHint}
        placeholder={page.noOne}
        defaultValue={request.assigneeId ?? ""}
        options={assignees.map((assignee) => ({
          value: assignee.userId,
          label: assigneeName(assignee),
        }))}
      />
      <FormCheckbox
        name="reminders_paused"
        label={edit.pause}
        hint={edit.pauseHint}
        defaultChecked={request.remindersPaused}
      />
      <div>
        <SubmitButton>{edit.save}</SubmitButton>
      </div>
    </Form>
  );
}
