import { ItemStatusBadge } from "@/features/items/components/item-status";
import { isClosed } from "@/features/items/selectors";
import type { Item } from "@/features/items/types";
import type { Request } from "@/features/requests/types";
import { Due } from "@/features/review/components/due";

export function ItemState({
  request,
  item,
  today,
}: {
  request: Pick<Request, "status" | "dueOn">;
  item: Pick<Item, "status">;
  today: string;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ItemStatusBadge status={item.status} audience="staff" isClosed={isClosed(request)} isPill />
      {request.dueOn ? (
        <p className="text-ink-muted">
          <Due dueOn={request.dueOn} status={request.status} today={today} />
        </p>
      ) : null}
    </div>
  );
}
