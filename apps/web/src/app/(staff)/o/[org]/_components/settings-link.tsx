"use client";

import { Settings } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { classNames } from "@/lib/style/class-names";
import { NAV_CURRENT, NAV_OTHER, NAV_ROW } from "@/lib/style/nav-row";

export function SettingsLink({ base }: { base: string }) {
  const isCurrent = usePathname().startsWith(`${base}/`);
  return (
    <Link
      href={`${base}/general` as Route}
      title={strings.settings}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(NAV_ROW, "max-md:hidden", isCurrent ? NAV_CURRENT : NAV_OTHER)}
    >
      <Settings aria-hidden className="size-4 shrink-0" />
      <span className="max-side:sr-only">{strings.settings}</span>
    </Link>
  );
}
