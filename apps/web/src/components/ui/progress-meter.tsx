export function ProgressMeter({
  value,
  max,
  label,
  text,
}: {
  value: number;
  max: number;
  label: string;
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
