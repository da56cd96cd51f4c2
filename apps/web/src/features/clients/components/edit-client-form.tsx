import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { VersionField } from "@/components/forms/version-field";
import { Button } from "@/components/ui/button";
import { editClient } from "@/features/clients/actions";
import { clientFields } from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import type { Client } from "@/features/clients/types";
import { tidyName } from "@/lib/forms/names";

export function EditClientForm({
  org,
  client,
  onClose,
}: {
  org: { id: string; slug: string };
  client: Client;
  /**
   * Called when the user cancels or the action redirects. Set only in a dialog. Without `onClose`,
   * the form limits its own width.
   */
  onClose?: () => void;
}) {
  return (
    <Form
      action={editClient}
      id="edit-client"
      label={strings.editClient}
      {...(onClose ? { onRedirect: onClose } : { className: "max-w-form" })}
    >
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="client_id" value={client.id} />
      <VersionField version={client.version} base={clientFields(client)} />
      <FormTextField
        name="name"
        label={strings.name}
        defaultValue={tidyName(client.name)}
        required
      />
      <FormTextField
        name="ref"
        label={strings.ref}
        hint={strings.refHint}
        defaultValue={client.ref ?? ""}
        className="max-w-50"
        optional
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton>{strings.save}</SubmitButton>
        {onClose ? (
          <Button variant="secondary" onClick={onClose}>
            {strings.cancel}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
