"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { LinkStrip } from "@/components/ui/link-strip";
import { TabLinks } from "@/components/ui/tab-links";

const LINKS = [
  { path: "", label: strings.inbox },
  { path: "/requests", label: strings.requests },
  { path: "/clients", label: strings.clients },
  { path: "/templates", label: strings.templates },
] as const;

const SETTINGS = { path: "/settings", label: strings.settings } as const;

export function OrgNavigation({
  slug,
  name,
  canManage,
}: {
  slug: string;
  name: string;
  canManage: boolean;
}) {
  const pathname = usePathname();
  const base = `/o/${slug}`;
  const links = [...LINKS, ...(canManage ? [SETTINGS] : [])].map(({ path, label }) => ({
    href: `${base}${path === SETTINGS.path ? "/settings/general" : path}` as Route,
    label,
    isCurrent: path === "" ? pathname === base : pathname.startsWith(`${base}${path}`),
  }));
  return (
    <nav aria-label={name} className="-mx-4 sm:mx-0">
      <LinkStrip className="gap-x-1 px-4 [--ground:var(--color-surface)] sm:px-0">
        <Link
          href="/o"
          className="mr-2 hidden min-h-11 shrink-0 items-center text-sm text-ink-muted hover:text-ink md:inline-flex"
        >
          <span dir="auto" className="max-w-48 truncate">
            {name}
          </span>
        </Link>
        <TabLinks links={links} className="shrink-0" />
      </LinkStrip>
    </nav>
  );
}
