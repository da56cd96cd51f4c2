"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { submitNewOrg } from "@/features/orgs/actions";
import { ZoneField } from "@/features/orgs/components/zone-field";
import { strings } from "@/features/orgs/strings";
import { slugFrom } from "@/lib/format/slug";
import type { ZoneChoice } from "@/lib/format/time-zones";
import { fieldId } from "@/lib/forms/form-context";

const FORM_ID = "new-org";
const texts = strings.create;

function setField(name: string, value: string) {
  const field = document.getElementById(fieldId(FORM_ID, name));
  if (field instanceof HTMLInputElement) field.value = value;
}

export function NewOrgForm({ zones, address }: { zones: readonly ZoneChoice[]; address: string }) {
  const [isSlugEdited, setSlugEdited] = useState(false);

  return (
    <FormDrafts>
      <Form action={submitNewOrg} id={FORM_ID}>
        <FormTextField
          name="name"
          label={texts.name}
          autoComplete="organization"
          maxLength={80}
          required
          onChange={(event) => {
            if (!isSlugEdited) setField("slug", slugFrom(event.currentTarget.value));
          }}
        />
        <FormTextField
          name="slug"
          label={texts.slug}
          hint={texts.slugHint}
          start={address}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          onChange={(event) => setSlugEdited(event.currentTarget.value !== "")}
        />
        <ZoneField zones={zones} />
        <SubmitButton>{texts.submit}</SubmitButton>
      </Form>
    </FormDrafts>
  );
}
