"use client";

import type { Ref } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { Button } from "@/components/ui/button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { useToast } from "@/components/ui/toast";
import { closeRequest, reopen } from "@/features/requests/actions";
import { discardDraft } from "@/features/requests/draft/actions";
import { actTexts, composer, page } from "@/features/requests/strings";
import type { Act } from "@/features/requests/types";
import { leadsToSignIn } from "@/lib/http/ended-path";

type Target = { org: { slug: string }; requestId: string };

export function ActForm({
  org,
  requestId,
  act,
  onCancel,
  cancelRef,
}: Target & {
  act: Act;
  onCancel?: () => void;
  cancelRef?: Ref<HTMLButtonElement>;
}) {
  const { label } = actTexts[act];
  const field = act === "reopen" ? "note" : "reason";
  return (
    <Form action={act === "reopen" ? reopen : closeRequest} id={`${act}-request`} label={label}>
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="request_id" value={requestId} />
      <input type="hidden" name="close" value={act} />
      <FormTextArea
        name={field}
        label={act === "reopen" ? page.reopenNote : page.reason}
        maxLength={1_000}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger">{label}</SubmitButton>
        {onCancel ? (
          <Button ref={cancelRef} variant="secondary" onClick={onCancel}>
            {act === "cancel" ? page.keep : page.cancel}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

export function ActSection({ act, ...target }: Target & { act: Act }) {
  const { label, lead } = actTexts[act];
  return (
    <section aria-labelledby="act" className="mb-4 max-w-text rounded-lg border border-line p-4">
      <h2 id="act" className="text-lg font-heading">
        {label}
      </h2>
      <p className="mt-1 mb-4 text-ink-muted">{lead}</p>
      <FormDrafts>
        <ActForm {...target} act={act} />
      </FormDrafts>
    </section>
  );
}

export function DiscardDraft({ org, requestId }: Target) {
  const toast = useToast();
  return (
    <DangerDialog
      summary={composer.delete}
      title={composer.delete}
      description={composer.deleteLead}
    >
      {(_close, cancel) => (
        <Form
          action={discardDraft}
          id="discard-draft"
          label={composer.delete}
          onRedirect={(path) => {
            if (!leadsToSignIn(path)) toast({ title: composer.deleted });
          }}
        >
          <input type="hidden" name="org" value={org.slug} />
          <input type="hidden" name="request_id" value={requestId} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger">{composer.delete}</SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}
