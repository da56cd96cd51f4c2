import { Form } from "@/components/forms/form";
import { FormSelect } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { ClientChoice } from "@/features/clients/components/client-choice";
import { composer } from "@/features/requests/strings";
import { startDraft } from "@/features/templates/actions";

export function StartDraftForm({
  org,
  clients,
  chosen,
  templates,
  chosenTemplate,
}: {
  org: { id: string; slug: string; timeZone: string };
  clients: readonly { id: string; name: string }[];
  chosen?: string | undefined;
  templates: readonly { id: string; title: string }[];
  chosenTemplate?: string | undefined;
}) {
  return (
    <Form action={startDraft} id="start-draft" className="max-w-form">
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="time_zone" value={org.timeZone} />
      <ClientChoice
        label={composer.client}
        placeholder={composer.chooseClient}
        clients={clients}
        chosen={chosen ?? (clients.length === 1 ? clients[0]?.id : undefined)}
      />
      {templates.length > 0 ? (
        <FormSelect
          name="template_id"
          label={composer.template}
          hint={composer.templateHint}
          placeholder={composer.noTemplate}
          defaultValue={chosenTemplate}
          options={templates.map(({ id, title }) => ({ value: id, label: title }))}
          optional
        />
      ) : null}
      <div>
        <SubmitButton>{composer.continue}</SubmitButton>
      </div>
    </Form>
  );
}
