"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { LinkStrip } from "@/components/ui/link-strip";
import { TabLinks } from "@/components/ui/tab-links";

export type SectionLink = {
  href: string;
  label: string;
  isDanger?: boolean;
};

export function SectionNavigation({
  label,
  links,
}: {
  label: string;
  links: readonly SectionLink[];
}) {
  const pathname = usePathname();
  return (
    <nav
      aria-label={label}
      className="bleed min-w-0 border-b border-line max-side:-mt-5 side:sticky side:top-18 side:mx-0 side:border-0"
    >
      <LinkStrip className="side:before:hidden side:after:hidden">
        <TabLinks
          links={links.map(({ href, label: name, isDanger }) => ({
            href: href as Route,
            label: name,
            isCurrent: pathname === href,
            isDanger,
          }))}
          isColumn
          className="max-[23rem]:gap-3 side:grow side:px-0"
        />
      </LinkStrip>
    </nav>
  );
}
