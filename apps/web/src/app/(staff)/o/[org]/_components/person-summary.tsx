"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";
import { NAV_CURRENT } from "@/lib/style/nav-row";

export function PersonSummary({
  label,
  name,
  children,
}: {
  label: string;
  name: string;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const isCurrent = pathname === "/account" || pathname.startsWith("/account/");
  return (
    <summary
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      title={name}
      className={classNames(
        "flex min-h-11 list-none items-center gap-2.5 rounded-box px-2 hover:bg-hover-canvas max-side:justify-center max-side:px-0 max-md:size-11",
        isCurrent && NAV_CURRENT,
      )}
    >
      {children}
    </summary>
  );
}
