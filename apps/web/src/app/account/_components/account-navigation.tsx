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
    <nav aria-label={texts.label} className="bleed mb-6 border-b border-line">
      <LinkStrip className="px-(--gutter) [--ground:var(--color-canvas)]">
        <TabLinks links={LINKS.map((link) => ({ ...link, isCurrent: pathname === link.href }))} />
      </LinkStrip>
    </nav>
  );
}
