import {
  Calendar,
  CircleSlash,
  FileSpreadsheet,
  FileText,
  Image,
  ListChecks,
  type LucideIcon,
  TextCursorInput,
} from "lucide-react";
import type { SentAnswer } from "@/features/inbox/types";

const SPREADSHEET = /csv|spreadsheet|excel/;

function iconOf({ isNotApplicable, kind, types }: SentAnswer): LucideIcon {
  if (isNotApplicable) return CircleSlash;
  if (kind === "text") return TextCursorInput;
  if (kind === "choice") return ListChecks;
  if (kind === "date") return Calendar;
  if (types.length > 0 && types.every((type) => type.startsWith("image/"))) return Image;
  if (types.length > 0 && types.every((type) => SPREADSHEET.test(type))) return FileSpreadsheet;
  return FileText;
}

export function AnswerIcon({ answer }: { answer: SentAnswer }) {
  const Icon = iconOf(answer);
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-subtle" />;
}
