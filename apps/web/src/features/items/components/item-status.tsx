import {
  CircleArrowUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePlus,
  CircleSlash,
  CornerUpLeft,
} from "lucide-react";
import { Status, StatusIcon, type StatusLook } from "@/components/ui/status";
import { strings } from "@/features/items/strings";
import type { ItemStatus } from "@/features/items/types";

const LOOKS: Record<ItemStatus, StatusLook> = {
  open: { tone: "neutral", icon: CircleDashed },
  submitted: { tone: "accent", icon: CircleDot },
  accepted: { tone: "success", icon: CircleCheck },
  partial: { tone: "warning", icon: CirclePlus },
  returned: { tone: "danger", icon: CornerUpLeft },
  waived: { tone: "subtle", icon: CircleSlash },
};

/** In a closed request, the label of an undecided item does not ask anyone to act. */
export function ItemStatusBadge({
  status,
  audience,
  isReady = false,
  isClosed,
  isPill = false,
}: {
  status: ItemStatus;
  audience: "staff" | "contact";
  isReady?: boolean;
  isClosed: boolean;
  isPill?: boolean;
}) {
  if (isReady && !isClosed) {
    return (
      <Status tone="warning" icon={CircleArrowUp} isPill={isPill}>
        {strings.ready.status}
      </Status>
    );
  }
  const labels = audience === "staff" ? strings.staffStatus : strings.contactStatus;
  const ended = audience === "staff" ? strings.staffClosed : strings.contactClosed;
  const { tone, icon } = LOOKS[status];
  const closed: Partial<Record<ItemStatus, string>> = isClosed ? ended : {};
  const isOver = status !== "returned" && closed[status];
  return (
    <Status tone={isOver ? "neutral" : tone} icon={icon} isPill={isPill}>
      {closed[status] ?? labels[status]}
    </Status>
  );
}

export function ItemStatusIcon({ status, className }: { status: ItemStatus; className?: string }) {
  return <StatusIcon {...LOOKS[status]} className={className} />;
}
