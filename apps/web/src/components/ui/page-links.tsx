import type { UrlObject } from "node:url";
import Link from "next/link";
import { LinkPending } from "@/components/ui/link-pending";

type PageLink = { href: UrlObject; label: string } | null | undefined | false;

const LINK = "link inline-flex min-h-11 items-center";

export function PageLinks({ first, next }: { first?: PageLink; next?: PageLink }) {
  if (!first && !next) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-6">
      {first ? (
        <Link href={first.href} className={LINK}>
          {first.label}
          <LinkPending />
        </Link>
      ) : null}
      {next ? (
        <Link href={next.href} className={LINK}>
          {next.label}
          <LinkPending />
        </Link>
      ) : null}
    </p>
  );
}
