"use client";

import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { strings } from "@/components/strings";
import { useIsOnline } from "@/lib/http/use-is-online";
import { classNames } from "@/lib/style/class-names";

const STAFF_STRIP = "px-(--gutter) md:mt-2 md:mr-2 md:rounded-md";

export function ConnectionStrip({
  className,
  children,
}: {
  className: string;
  children: ReactNode;
}) {
  return (
    <p
      className={classNames(
        "flex min-h-9 gap-2 bg-warning-soft py-2 text-sm text-ink-muted",
        className,
      )}
    >
      <CloudOff aria-hidden className="h-[1lh] w-4 shrink-0 text-warning-mark" />
      {children}
    </p>
  );
}

export function OfflineStrip({ className = STAFF_STRIP }: { className?: string }) {
  const isOnline = useIsOnline();
  return (
    <div role="status" data-print="hide">
      {isOnline ? null : <ConnectionStrip className={className}>{strings.offline}</ConnectionStrip>}
    </div>
  );
}
