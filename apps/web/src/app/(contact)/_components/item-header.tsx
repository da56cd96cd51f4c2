"use client";

import { ChevronLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

export function ItemHeader({
  listHref,
  title,
  positions,
  children,
}: {
  listHref: Route;
  title: string;
  positions: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const position = pathname.startsWith(`${listHref}/`)
    ? positions[pathname.slice(listHref.length + 1)]
    : undefined;
  if (position === undefined) return children;
  return (
    <>
      <Link
        href={listHref}
        className="-ml-1.75 flex min-h-11 min-w-0 grow items-center gap-0.5 rounded-md font-semibold text-firm hover:underline"
      >
        <ChevronLeft aria-hidden className="size-5 shrink-0" />
        <span dir="auto" className="truncate">
          {title}
        </span>
      </Link>
      <p className="-mr-1.5 shrink-0 text-sm font-medium text-ink-subtle">{position}</p>
    </>
  );
}
