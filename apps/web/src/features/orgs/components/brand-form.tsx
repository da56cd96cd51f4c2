"use client";

import { deriveFirmColors, isFirmColor } from "@dossier/supabase/firm-colors";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { Form } from "@/components/forms/form";
import { SectionColumns, SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { TextField } from "@/components/ui/text-field";
import { saveBrand } from "@/features/orgs/actions";
import { BrandPreview } from "@/features/orgs/components/brand-preview";
import { SaveRow } from "@/features/orgs/components/save-row";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";
import { fieldId, useFormField } from "@/lib/forms/form-context";

const texts = strings.brand;
const FORM_ID = "brand";

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
          className="size-(--control) cursor-pointer rounded-md border border-line-control bg-surface p-1 [&::-moz-color-swatch]:rounded-xs [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-xs [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0 [@media(scripting:none)]:hidden"
        />
      </div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {fill !== "" && fill !== typed.toLowerCase() ? texts.adjusted(fill) : null}
      </p>
    </div>
  );
}

export function BrandForm({
  org,
  logo,
  children,
}: {
  org: OrgSettings;
  logo: ReactNode;
  children: ReactNode;
}) {
  const [typed, setTyped] = useState(org.brandColor ?? "");
  return (
    <SectionColumns
      aside={<BrandPreview name={org.name} logo={logo} color={isFirmColor(typed) ? typed : ""} />}
    >
      <SectionParts>
        {children}
        <SectionPart id="color" title={texts.color} lead={texts.colorHint} isWide>
          <Form action={saveBrand} id={FORM_ID} label={texts.color}>
            <input type="hidden" name="org_id" value={org.id} />
            <input type="hidden" name="version" value={org.brandVersion} />
            <ColorField typed={typed} onType={setTyped} />
            <SaveRow />
          </Form>
        </SectionPart>
      </SectionParts>
    </SectionColumns>
  );
}
