"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { LinkStrip } from "@/components/ui/link-strip";
import { TabLinks } from "@/components/ui/tab-links";
import { strings } from "@/features/account/strings";

const texts = strings.navigation;
const LINKS: readonly { href: Route; label: string }[] = [
  { href: "/account", label: texts.profile },
  { href: "/account/email", label: texts.email },
  { href: "/account/security", label: texts.security },
  { href: "/account/delete", label: texts.delete },
];

export function AccountNavigation() {
  const pathname = usePathname();
  return (
    <nav aria-label={texts.label} className="-mx-4 mb-6 sm:-mx-3">
      <LinkStrip className="px-1 sm:px-0">
        <TabLinks links={LINKS.map((link) => ({ ...link, isCurrent: pathname === link.href }))} />
      </LinkStrip>
    </nav>
  );
}
