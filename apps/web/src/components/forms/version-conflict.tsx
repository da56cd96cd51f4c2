import type { VersionRow } from "@/lib/forms/form-state";

const TEXTS = {
  lead: "Your text is still in the form. If you save or send the form, your text replaces the saved version.",
  stored: "Saved version",
  mine: "Yours",
  nothing: "empty",
  same: "Both versions are the same.",
} as const;

function Nothing() {
  return <span className="text-ink-muted">{TEXTS.nothing}</span>;
}

export function VersionConflict({ versions }: { versions: readonly VersionRow[] }) {
  if (versions.length === 0) return <p className="mt-1 text-sm">{TEXTS.same}</p>;
  return (
    <div className="mt-1 flex flex-col gap-3 text-sm">
      <p>{TEXTS.lead}</p>
      {versions.map(({ label, theirs, mine }) => (
        <dl key={label}>
          <dt className="font-medium">{label}</dt>
          <dd className="break-words whitespace-pre-line">
            <span className="text-ink-muted">{TEXTS.stored}: </span>
            {theirs || <Nothing />}
          </dd>
          <dd className="break-words whitespace-pre-line">
            <span className="text-ink-muted">{TEXTS.mine}: </span>
            {mine || <Nothing />}
          </dd>
        </dl>
      ))}
    </div>
  );
}
