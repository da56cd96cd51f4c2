import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { setClientArchived } from "@/features/clients/actions";
import { strings } from "@/features/clients/strings";
import type { Client } from "@/features/clients/types";

export function ArchiveClient({ client }: { client: Client }) {
  const isArchived = client.archivedAt !== null;
  return (
    <Form action={setClientArchived} id="archive-client">
      <p className="text-sm text-ink-muted">
        {isArchived ? strings.archivedNote : strings.archiveLead}
      </p>
      <input type="hidden" name="client_id" value={client.id} />
      <input type="hidden" name="archived" value={String(!isArchived)} />
      <div>
        <SubmitButton variant="secondary">
          {isArchived ? strings.restore : strings.archive}
        </SubmitButton>
      </div>
    </Form>
  );
}
