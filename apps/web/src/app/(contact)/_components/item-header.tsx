"use client";

import { ChevronLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { strings } from "@/features/items/strings";

/** The start of the header: the firm on the checklist, and a way back on the page of an item. */
export function ItemHeader({
  listHref,
  title,
  itemIds,
  children,
}: {
  listHref: Route;
  title: string;
  /** In the order of the checklist. */
  itemIds: readonly string[];
  children: ReactNode;
}) {
  const pathname = usePathname();
  const id = pathname.startsWith(`${listHref}/`) ? pathname.slice(listHref.length + 1) : null;
  const number = id === null ? 0 : itemIds.indexOf(id) + 1;
  if (number === 0) return children;
  return (
    <>
      <Link
        href={listHref}
        className="-ml-2.5 flex min-h-11 min-w-0 grow items-center gap-0.5 rounded-md pr-2 font-semibold text-firm hover:underline"
      >
        <ChevronLeft aria-hidden className="size-5 shrink-0" />
        <span dir="auto" className="truncate">
          {title}
        </span>
      </Link>
      <p className="shrink-0 text-sm font-medium text-ink-subtle">
        {strings.item.position(number, itemIds.length)}
      </p>
    </>
  );
}
