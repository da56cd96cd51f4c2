"use client";

import { deriveFirmColors, isFirmColor } from "@dossier/supabase/firm-colors";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { Form } from "@/components/forms/form";
import { fieldId, useFormField } from "@/components/forms/form-context";
import { TextField } from "@/components/ui/text-field";
import { saveBrand } from "@/features/orgs/actions";
import { BrandPreview } from "@/features/orgs/components/brand-preview";
import { SaveRow } from "@/features/orgs/components/save-row";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";

const texts = strings.brand;
const FORM_ID = "brand";

/** The color that clients see, or an empty text while the typed one is not a color. */
function fillOf(typed: string): string {
  return isFirmColor(typed) ? deriveFirmColors(typed).fill.light : "";
}

function ColorField({ typed, onType }: { typed: string; onType: (color: string) => void }) {
  const { error } = useFormField("brand_color");
  const fill = fillOf(typed);
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    onType(currentTarget.value.trim());
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="w-40">
          <TextField
            id={fieldId(FORM_ID, "brand_color")}
            name="brand_color"
            label={texts.field}
            hint={texts.fieldHint}
            error={error}
            value={typed}
            onChange={change}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={30}
          />
        </div>
        <input
          type="color"
          aria-label={texts.pick}
          title={texts.pick}
          value={fill === "" ? "#2f48c6" : typed.toLowerCase()}
          onChange={change}
          className="size-(--control) cursor-pointer rounded-md border border-line-control bg-surface p-1 [@media(scripting:none)]:hidden"
        />
      </div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {fill !== "" && fill !== typed.toLowerCase() ? texts.adjusted(fill) : null}
      </p>
    </div>
  );
}

/** Lets an owner or admin choose the firm's color, and shows it before it is saved. */
export function BrandForm({ org, logo }: { org: OrgSettings; logo: ReactNode }) {
  const [typed, setTyped] = useState(org.brandColor ?? "");
  return (
    <Form action={saveBrand} id={FORM_ID} label={texts.color}>
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="version" value={org.brandVersion} />
      <ColorField typed={typed} onType={setTyped} />
      <div>
        <p className="mb-1.5 font-medium">{texts.preview}</p>
        <BrandPreview name={org.name} logo={logo} color={isFirmColor(typed) ? typed : ""} />
      </div>
      <SaveRow />
    </Form>
  );
}
