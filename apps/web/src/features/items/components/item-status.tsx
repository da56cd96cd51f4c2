import {
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePlus,
  type LucideIcon,
  PencilLine,
  Send,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { strings } from "@/features/items/strings";
import type { ItemStatus } from "@/features/items/types";

const LOOKS: Record<ItemStatus, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: "neutral", icon: Circle },
  submitted: { tone: "accent", icon: Send },
  accepted: { tone: "success", icon: CircleCheck },
  partial: { tone: "warning", icon: CirclePlus },
  returned: { tone: "danger", icon: Undo2 },
  waived: { tone: "neutral", icon: CircleDashed },
};

/**
 * Shows the status of an item for staff or for the contact. `isStarted` marks an open item with a
 * draft. In a closed request, an undecided item does not ask anyone to act.
 */
export function ItemStatusBadge({
  status,
  audience,
  isStarted = false,
  isReady = false,
  isClosed,
}: {
  status: ItemStatus;
  audience: "staff" | "contact";
  isStarted?: boolean;
  isReady?: boolean;
  isClosed: boolean;
}) {
  if (isReady && !isClosed) {
    return (
      <StatusBadge tone="warning" icon={TriangleAlert}>
        {strings.ready.status}
      </StatusBadge>
    );
  }
  if (status === "open" && isStarted && !isClosed) {
    return <StatusBadge icon={PencilLine}>{strings.started}</StatusBadge>;
  }
  const labels = audience === "staff" ? strings.staffStatus : strings.contactStatus;
  const ended = audience === "staff" ? strings.staffClosed : strings.contactClosed;
  const { tone, icon } = LOOKS[status];
  const closed: Partial<Record<ItemStatus, string>> = isClosed ? ended : {};
  return (
    <StatusBadge tone={closed[status] ? "neutral" : tone} icon={icon}>
      {closed[status] ?? labels[status]}
    </StatusBadge>
  );
}
