import type { UrlObject } from "node:url";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NoMatch({
  title,
  clear,
  wider,
  level,
}: {
  title: string;
  clear: { href: UrlObject; label: string };
  /** Searches with fewer filters. */
  wider?: { href: UrlObject; label: string } | undefined;
  level?: "h2" | "h3" | undefined;
}) {
  return (
    <EmptyState
      title={title}
      level={level}
      action={
        <>
          <Link href={clear.href} className={buttonClasses("secondary")}>
            {clear.label}
          </Link>
          {wider ? (
            <Link
              href={wider.href}
              className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
            >
              {wider.label}
            </Link>
          ) : null}
        </>
      }
    />
  );
}
