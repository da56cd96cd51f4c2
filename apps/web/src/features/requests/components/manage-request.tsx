import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import { archive, closeRequest, reopen } from "@/features/requests/actions";
import { discardDraft } from "@/features/requests/draft/actions";
import { composer, page } from "@/features/requests/strings";

type Target = { org: { slug: string }; requestId: string };

function CloseForm({ org, requestId, close }: Target & { close: "complete" | "cancel" }) {
  const isCancel = close === "cancel";
  const label = isCancel ? page.cancelRequest : page.complete;
  return (
    <Form action={closeRequest} id={`${close}-request`} label={label}>
      <p className="text-sm text-ink-muted">{isCancel ? page.cancelLead : page.completeLead}</p>
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="request_id" value={requestId} />
      <input type="hidden" name="close" value={close} />
      <FormTextArea name="reason" label={page.reason} rows={2} maxLength={1_000} />
      <div>
        <SubmitButton variant={isCancel ? "danger" : "secondary"}>{label}</SubmitButton>
      </div>
    </Form>
  );
}

export function CloseRequest(target: Target) {
  return (
    <FormDrafts>
      <div className="flex flex-col gap-1">
        <Disclosure summary={page.complete}>
          <CloseForm {...target} close="complete" />
        </Disclosure>
        <Disclosure summary={page.cancelRequest}>
          <CloseForm {...target} close="cancel" />
        </Disclosure>
      </div>
    </FormDrafts>
  );
}

export function ReopenRequest({ org, requestId }: Target) {
  return (
    <FormDrafts>
      <Disclosure summary={page.reopen}>
        <Form action={reopen} id="reopen-request" label={page.reopen}>
          <p className="text-sm text-ink-muted">{page.reopenLead}</p>
          <input type="hidden" name="org" value={org.slug} />
          <input type="hidden" name="request_id" value={requestId} />
          <FormTextArea name="note" label={page.reopenNote} rows={2} maxLength={1_000} />
          <div>
            <SubmitButton variant="secondary">{page.reopen}</SubmitButton>
          </div>
        </Form>
      </Disclosure>
    </FormDrafts>
  );
}

export function ArchiveRequest({ org, requestId }: Target) {
  return (
    <Form action={archive} id="archive-request">
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="request_id" value={requestId} />
      <div>
        <SubmitButton variant="secondary">{page.archive}</SubmitButton>
      </div>
    </Form>
  );
}

export function DiscardDraft({ org, requestId }: Target) {
  return (
    <Disclosure summary={composer.delete}>
      <Form action={discardDraft} id="discard-draft">
        <p className="text-sm text-ink-muted">{composer.deleteLead}</p>
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="request_id" value={requestId} />
        <div>
          <SubmitButton variant="danger">{composer.delete}</SubmitButton>
        </div>
      </Form>
    </Disclosure>
  );
}
