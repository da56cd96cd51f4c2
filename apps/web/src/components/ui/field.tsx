import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton, SkeletonText } from "@/components/ui/skeleton";
import { classNames } from "@/lib/class-names";

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
};

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
      <div className="font-semibold">
        <SkeletonText>{optional ? `${label} (optional)` : label}</SkeletonText>
      </div>
      {hint ? (
        <p className="text-sm">
          <SkeletonText>{hint}</SkeletonText>
        </p>
      ) : null}
      <Skeleton className={classNames("h-11 rounded-md", className)} />
    </div>
  );
}

export function Field({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional ? <span className="font-normal text-ink-muted"> (optional)</span> : null}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      ) : null}
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
