"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { LinkStrip } from "@/components/ui/link-strip";
import { strings } from "@/features/account/strings";
import { classNames } from "@/lib/class-names";

const texts = strings.navigation;
const LINKS: readonly { href: Route; label: string }[] = [
  { href: "/account", label: texts.profile },
  { href: "/account/email", label: texts.email },
  { href: "/account/security", label: texts.security },
  { href: "/account/delete", label: texts.delete },
];

/** The pages about one's own account; the current one is marked. */
export function AccountNavigation() {
  const pathname = usePathname();
  return (
    <nav aria-label={texts.label} className="-mx-4 mb-6 border-b border-line sm:mx-0">
      <LinkStrip className="px-1 sm:px-0">
        <ul className="flex gap-x-1">
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={pathname === href ? "page" : undefined}
                className={classNames(
                  "inline-flex min-h-11 items-center border-b-2 px-3 text-sm font-medium whitespace-nowrap",
                  pathname === href
                    ? "border-accent text-ink"
                    : "border-transparent text-ink-muted hover:text-ink",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </LinkStrip>
    </nav>
  );
}
