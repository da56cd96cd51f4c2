import { TriangleAlert } from "lucide-react";
import { VersionConflict } from "@/components/forms/version-conflict";
import type { OpenConflict } from "@/features/items/draft/answer-draft";

export function AnswerConflict({ conflict }: { conflict: OpenConflict }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-lg border border-warning/30 bg-warning-soft p-4"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0 grow">
        <p className="font-medium">{conflict.message}</p>
        <VersionConflict versions={conflict.versions} />
      </div>
    </div>
  );
}
