"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { LinkStrip } from "@/components/ui/link-strip";
import { TabLinks } from "@/components/ui/tab-links";
import { strings } from "@/features/orgs/strings";

const { sections, navigation } = strings.settings;

export function SettingsNavigation({ slug }: { slug: string }) {
  const pathname = usePathname();
  const links = Object.entries(sections).map(([path, label]) => {
    const href = `/o/${slug}/settings/${path}`;
    return { href: href as Route, label, isCurrent: pathname === href };
  });
  return (
    <nav
      aria-label={navigation}
      className="bleed min-w-0 border-b border-line max-lg:-mt-5 lg:mx-0 lg:border-0"
    >
      <LinkStrip className="px-(--gutter) lg:px-0">
        <TabLinks links={links} isColumn className="lg:grow" />
      </LinkStrip>
    </nav>
  );
}
