import { VersionConflict } from "@/components/forms/version-conflict";
import type { OpenConflict } from "@/features/items/draft/answer-draft";

export function AnswerConflict({ conflict }: { conflict: OpenConflict }) {
  return (
    <div role="alert" className="rounded-lg border border-danger/30 bg-danger-soft p-4">
      <p className="font-medium">{conflict.message}</p>
      <VersionConflict versions={conflict.versions} />
    </div>
  );
}
