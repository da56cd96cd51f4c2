"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { Form } from "@/components/forms/form";
import { fieldId } from "@/components/forms/form-context";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormSelect, FormTextField } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { submitNewOrg } from "@/features/orgs/actions";
import { strings } from "@/features/orgs/strings";
import { slugFrom } from "@/lib/format/slug";

const FORM_ID = "new-org";
const texts = strings.create;

function setField(name: string, value: string) {
  const field = document.getElementById(fieldId(FORM_ID, name));
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}

/** Derive the slug from the name until the user edits the slug. */
export function NewOrgForm({ timeZones }: { timeZones: readonly string[] }) {
  const [isSlugEdited, setSlugEdited] = useState(false);
  const isZoneChosen = useRef(false);

  // Set the zone before the form restores its draft, which may contain another zone.
  useLayoutEffect(() => {
    if (isZoneChosen.current) return;
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (timeZones.includes(own)) setField("time_zone", own);
  }, [timeZones]);

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
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          onChange={(event) => setSlugEdited(event.currentTarget.value !== "")}
        />
        <FormSelect
          name="time_zone"
          label={texts.timeZone}
          hint={texts.timeZoneHint}
          defaultValue="Europe/London"
          options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          onInput={() => {
            isZoneChosen.current = true;
          }}
          required
        />
        <SubmitButton className="self-start">{texts.submit}</SubmitButton>
      </Form>
    </FormDrafts>
  );
}
