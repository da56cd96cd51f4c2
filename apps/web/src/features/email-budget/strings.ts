import { formatCount } from "@/lib/format";

const waits = (waiting: number) =>
  waiting === 1 ? "1 is sent after midnight." : `${waiting} are sent after midnight.`;

export const strings = {
  requests: (limit: number, waiting: number) =>
    `Today’s limit of ${formatCount(limit, "first email")} is reached. ${waits(waiting)}`,
  invitations: (limit: number, waiting: number) =>
    `Today’s limit of ${formatCount(limit, "invitation")} is reached. ${waits(waiting)}`,
} as const;
