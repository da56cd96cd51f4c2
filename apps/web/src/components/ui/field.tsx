import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton, SkeletonText } from "@/components/ui/skeleton";
import { classNames } from "@/lib/style/class-names";

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  hintClassName?: string | undefined;
};

export const FIELD_LABEL =
  "font-semibold in-data-properties:text-2xs in-data-properties:text-ink-subtle";

export const FIELD_HINT =
  "text-(length:--hint-text) leading-(--hint-line) in-data-properties:text-xs";

export function describedBy(id: string, texts: Pick<FieldTexts, "hint" | "error">) {
  const ids = [texts.hint ? `${id}-hint` : "", texts.error ? `${id}-error` : ""].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

export function FieldSkeleton({
  label,
  hint,
  optional,
  className,
}: {
  label: string;
  hint?: string;
  optional?: boolean;
  className?: string;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className={FIELD_LABEL}>
        <SkeletonText>{optional ? `${label} (optional)` : label}</SkeletonText>
      </div>
      {hint ? (
        <p className={FIELD_HINT}>
          <SkeletonText>{hint}</SkeletonText>
        </p>
      ) : null}
      <Skeleton className={classNames("h-(--control) rounded-md", className)} />
    </div>
  );
}

export function Field({
  id,
  label,
  hint,
  error,
  optional,
  hintClassName,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={FIELD_LABEL}>
        {label}
        {optional ? <span className="font-normal text-ink-muted"> (optional)</span> : null}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className={classNames(FIELD_HINT, "text-ink-muted", hintClassName)}>
          {hint}
        </p>
      ) : null}
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
