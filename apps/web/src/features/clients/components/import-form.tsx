"use client";

import { type ChangeEvent, useState } from "react";
import { Form } from "@/components/forms/form";
import { useFormField } from "@/components/forms/form-context";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { describedBy, Field } from "@/components/ui/field";
import { importClients } from "@/features/clients/actions";
import { strings } from "@/features/clients/strings";
import { MAX_IMPORT_BYTES } from "@/lib/limits";

function FileField() {
  const { id, error: refusal } = useFormField("file");
  const [isTooLarge, setTooLarge] = useState(false);
  const error = isTooLarge ? strings.import.tooLarge : refusal;
  // Warn before sending, because the server would cut off a larger form without an error.
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const size = currentTarget.files?.[0]?.size ?? 0;
    setTooLarge(size > MAX_IMPORT_BYTES);
    if (size > MAX_IMPORT_BYTES) currentTarget.value = "";
  };
  return (
    <Field id={id} label={strings.import.file} error={error} optional>
      <input
        id={id}
        type="file"
        name="file"
        accept=".csv,text/csv,text/plain"
        onChange={choose}
        aria-describedby={describedBy(id, { error })}
        aria-invalid={error ? true : undefined}
        className="control h-auto py-2"
      />
    </Field>
  );
}

/** A mistake in any row stops the whole import. */
export function ImportForm({ org }: { org: { id: string; slug: string } }) {
  return (
    <FormDrafts>
      <Form action={importClients} id="import">
        {(state) => (
          <>
            <input type="hidden" name="org_id" value={org.id} />
            <input type="hidden" name="org" value={org.slug} />
            <FileField />
            <FormTextArea
              key={state && !state.ok ? state.values?.csv : "csv"}
              name="csv"
              label={strings.import.paste}
              hint={strings.import.pasteHint}
              rows={8}
              className="font-mono text-sm"
              optional
            />
            <div>
              <SubmitButton>{strings.import.submit}</SubmitButton>
            </div>
          </>
        )}
      </Form>
    </FormDrafts>
  );
}
