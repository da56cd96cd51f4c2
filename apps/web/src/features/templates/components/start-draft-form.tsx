"use client";

import { Plus } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { EditorFrame } from "@/components/ui/editor-frame";
import { ClientChoiceField } from "@/features/clients/components/client-choice";
import type { ClientChoice, ClientChoices } from "@/features/clients/types";
import type { PreviewFirm } from "@/features/requests/components/contact-preview";
import { EditorActions } from "@/features/requests/components/editor-actions";
import { DEFAULT_DUE_DAYS } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import { startDraft } from "@/features/templates/actions";
import { ChosenPreview } from "@/features/templates/components/chosen-preview";
import { TemplateChoices } from "@/features/templates/components/template-choices";
import { useTemplatePreview } from "@/features/templates/hooks";
import { strings } from "@/features/templates/strings";
import type { TemplatePreview, TemplateRow } from "@/features/templates/types";

const EMPTY: TemplatePreview = {
  id: "",
  title: "",
  message: "",
  dueInDays: DEFAULT_DUE_DAYS,
  items: [],
};

export function StartDraftForm({
  org,
  clients,
  client,
  templates,
  template,
  firm,
  openedAt,
}: {
  org: { id: string; slug: string; timeZone: string };
  clients: ClientChoices;
  client: ClientChoice | null;
  templates: readonly TemplateRow[];
  template: TemplatePreview | null;
  firm: PreviewFirm;
  openedAt: string;
}) {
  const first = client ?? (clients.total === 1 ? (clients.clients[0] ?? null) : null);
  const [chosen, setChosen] = useState<{ name: string } | null>(first);
  const preview = useTemplatePreview(org.slug, template ? [template, EMPTY] : [EMPTY]);
  return (
    <EditorFrame
      title={composer.preview}
      reader={composer.seenByClient}
      preview={
        <ChosenPreview
          preview={preview}
          firm={firm}
          clientName={chosen?.name ?? strings.previewClient}
          timeZone={org.timeZone}
          now={openedAt}
        />
      }
    >
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-heading">{composer.newTitle}</h1>
        <p className="text-ink-muted">{composer.newLead}</p>
      </header>
      <Form action={startDraft} id="start-draft" className="gap-6">
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="time_zone" value={org.timeZone} />
        <div className="flex max-w-form flex-col gap-1.5">
          <ClientChoiceField
            org={org.slug}
            label={composer.client}
            placeholder={composer.chooseClient}
            choices={clients}
            chosen={first}
            onChoose={setChosen}
          />
          <p>
            <Link
              href={`/o/${org.slug}/clients/new?then=request` as Route}
              className="link inline-flex min-h-7 items-center gap-1 pointer-coarse:min-h-11"
            >
              <Plus aria-hidden className="size-4" />
              {composer.addClient}
            </Link>
          </p>
        </div>
        {templates.length > 0 ? (
          <TemplateChoices templates={templates} chosen={preview.id} onChoose={preview.show} />
        ) : null}
        <EditorActions isInForm>
          <SubmitButton>{composer.continue}</SubmitButton>
        </EditorActions>
      </Form>
    </EditorFrame>
  );
}
