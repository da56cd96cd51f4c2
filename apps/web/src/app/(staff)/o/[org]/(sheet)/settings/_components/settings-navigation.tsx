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
    <nav aria-label={navigation} className="-mx-4 min-w-0 sm:-mx-3 lg:mx-0">
      <LinkStrip className="px-1 sm:px-0">
        <TabLinks links={links} className="lg:grow lg:flex-col" />
      </LinkStrip>
    </nav>
  );
}
