import { ArchiveForm } from "@/components/forms/archive-form";
import { setClientArchived } from "@/features/clients/actions";
import { strings } from "@/features/clients/strings";
import type { Client } from "@/features/clients/types";
import { MENU_ROW } from "@/lib/style/menu";

export function ArchiveClient({ client, onDone }: { client: Client; onDone: () => void }) {
  const isArchived = client.archivedAt !== null;
  return (
    <ArchiveForm
      action={setClientArchived}
      id="archive-client"
      fields={{ client_id: client.id }}
      isArchived={isArchived}
      name={client.name}
      onDone={onDone}
    >
      <button type="submit" className={MENU_ROW}>
        {isArchived ? strings.restore : strings.archive}
      </button>
    </ArchiveForm>
  );
}
