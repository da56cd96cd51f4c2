import { VersionConflict } from "@/components/forms/version-conflict";
import type { HeldAnswer } from "@/features/items/draft/answer-draft";

export function AnswerConflict({ held }: { held: HeldAnswer }) {
  return (
    <div role="alert" className="rounded-lg border border-danger/40 bg-danger-soft p-4">
      <p className="font-medium">{held.message}</p>
      <VersionConflict versions={held.versions} />
    </div>
  );
}
