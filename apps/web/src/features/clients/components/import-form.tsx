"use client";

import { useContext, useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { importClients } from "@/features/clients/actions";
import { ImportFileField } from "@/features/clients/components/import-file-field";
import { strings } from "@/features/clients/strings";
import { FormContext } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";

/**
 * Counts the failed imports whose file the action copied into the text field. Ignores imports that
 * did not reach the server, because their file is still selected.
 */
function useCopies(failure: FormFailure | null): number {
  const [copied, setCopied] = useState<{ by: FormFailure | null; count: number }>({
    by: null,
    count: 0,
  });
  if (!failure || failure.values?.file === undefined || failure === copied.by) return copied.count;
  setCopied({ by: failure, count: copied.count + 1 });
  return copied.count + 1;
}

function ImportFields() {
  const copies = useCopies(useContext(FormContext).failure);
  return (
    <>
      {/* New keys clear the file input, so that the next import reads the corrected rows
          instead of the file. */}
      <ImportFileField key={`file-${copies}`} />
      <FormTextArea
        key={`csv-${copies}`}
        name="csv"
        label={strings.import.paste}
        hint={strings.import.pasteHint}
        rows={8}
        className="font-mono text-sm"
      />
    </>
  );
}

export function ImportForm({ org }: { org: { id: string; slug: string } }) {
  return (
    <FormDrafts>
      <Form action={importClients} id="import">
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <ImportFields />
        <div>
          <SubmitButton>{strings.import.submit}</SubmitButton>
        </div>
      </Form>
    </FormDrafts>
  );
}
