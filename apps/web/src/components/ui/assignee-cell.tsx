import { Monogram } from "@/components/ui/monogram";
import type { Person } from "@/lib/backend/person";

export function AssigneeCell({ assignee }: { assignee: Person | null }) {
  if (!assignee) return <span className="text-ink-subtle">–</span>;
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink-muted">
      <Monogram
        id={assignee.userId}
        name={assignee.name}
        shape="person"
        size={22}
        imageUrl={assignee.imageUrl}
      />
      <span dir="auto" title={assignee.name} className="truncate">
        {assignee.name.split(/\s+/)[0]}
      </span>
    </span>
  );
}
