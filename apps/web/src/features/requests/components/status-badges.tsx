import {
  Archive,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDot,
  Clock,
  type LucideIcon,
  PencilLine,
  PlusCircle,
  Undo2,
} from "lucide-react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { ItemStatus } from "@/features/items/types";
import { itemStatus, requestStatus } from "@/features/requests/strings";
import type { RequestStatus } from "@/features/requests/types";

const REQUEST: Record<RequestStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: "neutral", icon: PencilLine },
  open: { tone: "accent", icon: CircleDot },
  complete: { tone: "success", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
  archived: { tone: "neutral", icon: Archive },
};

const ITEM: Record<ItemStatus, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: "neutral", icon: CircleDashed },
  submitted: { tone: "accent", icon: Clock },
  accepted: { tone: "success", icon: CircleCheck },
  partial: { tone: "warning", icon: PlusCircle },
  returned: { tone: "warning", icon: Undo2 },
  waived: { tone: "neutral", icon: Ban },
};

/** State of a request. */
export function RequestBadge({ status }: { status: RequestStatus }) {
  return <StatusBadge {...REQUEST[status]}>{requestStatus[status]}</StatusBadge>;
}

/** State of an item as the firm sees it. */
export function ItemBadge({ status }: { status: ItemStatus }) {
  return <StatusBadge {...ITEM[status]}>{itemStatus[status]}</StatusBadge>;
}
