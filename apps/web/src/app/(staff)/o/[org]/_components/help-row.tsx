"use client";

import { CircleHelp } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { help } from "@/app/_components/help/strings";
import { classNames } from "@/lib/style/class-names";
import { NAV_CURRENT, NAV_OTHER, NAV_ROW } from "@/lib/style/nav-row";

/** Opens in a new tab, so that the open page keeps its unsaved changes. */
export function HelpRow() {
  const isCurrent = usePathname() === "/help";
  return (
    <Link
      href="/help#staff"
      target={isCurrent ? undefined : "_blank"}
      prefetch={false}
      title={help.help}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(NAV_ROW, "max-md:hidden", isCurrent ? NAV_CURRENT : NAV_OTHER)}
    >
      <CircleHelp aria-hidden className="size-4 shrink-0" />
      <span className="max-side:sr-only">
        {help.help}
        {isCurrent ? null : <span className="sr-only"> {help.newTab}</span>}
      </span>
    </Link>
  );
}
