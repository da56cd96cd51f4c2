export function Progress({
  value,
  max,
  label,
  text,
}: {
  value: number;
  max: number;
  /** The counted things, for screen readers. */
  label: string;
  /** The progress in words, shown above the bar. */
  text?: string;
}) {
  return (
    <div>
      {text ? <p className="mb-1.5 text-sm font-medium">{text}</p> : null}
      <progress className="meter" value={value} max={Math.max(max, 1)} aria-label={label}>
        {text ?? `${value} / ${max}`}
      </progress>
    </div>
  );
}
