import { CircleCheck, CircleDashed, CircleDot, CirclePlus, CornerUpLeft } from "lucide-react";
import { Status, type StatusLook } from "@/components/ui/status";
import type { SubmissionStatus } from "@/features/items/types";
import { neverDecided, submissionStatus } from "@/features/review/strings";

const LOOKS: Record<SubmissionStatus, StatusLook> = {
  draft: { tone: "neutral", icon: CircleDashed },
  submitted: { tone: "accent", icon: CircleDot },
  accepted: { tone: "success", icon: CircleCheck },
  partial: { tone: "warning", icon: CirclePlus },
  returned: { tone: "danger", icon: CornerUpLeft },
};

function Look({
  status,
  isClosed,
  isPill,
}: {
  status: SubmissionStatus;
  isClosed: boolean;
  isPill: boolean;
}) {
  const isOver = isClosed && status === "submitted";
  return (
    <Status {...(isOver ? LOOKS.draft : LOOKS[status])} isPill={isPill}>
      {isOver ? neverDecided : submissionStatus[status]}
    </Status>
  );
}

type StatusProps = { status: SubmissionStatus; isClosed: boolean };

export const SubmissionStatusPill = (props: StatusProps) => <Look {...props} isPill />;

export const SubmissionStatusText = (props: StatusProps) => <Look {...props} isPill={false} />;
