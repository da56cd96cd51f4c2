import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";

export function LastLink<T extends string>({
  href,
  lead,
  children,
}: {
  href: Route<T>;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <p className="mt-6 text-sm text-ink-muted">
      {lead ? `${lead} ` : null}
      <Link href={href} className="link -my-3 inline-flex min-h-11 min-w-11 items-center">
        {children}
      </Link>
    </p>
  );
}
