import { Calendar, ListChecks, Paperclip, TextCursorInput } from "lucide-react";
import type { ItemKind } from "@/features/items/types";

const ICONS: Record<ItemKind, typeof Paperclip> = {
  file: Paperclip,
  text: TextCursorInput,
  choice: ListChecks,
  date: Calendar,
};

export function KindIcon({ kind, className }: { kind: ItemKind; className?: string }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className={className} />;
}
