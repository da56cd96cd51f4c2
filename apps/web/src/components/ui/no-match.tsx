import type { UrlObject } from "node:url";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NoMatch({
  title,
  clear,
  level,
}: {
  title: string;
  clear: { href: UrlObject; label: string };
  level?: "h2" | "h3" | undefined;
}) {
  return (
    <EmptyState
      title={title}
      level={level}
      action={
        <Link href={clear.href} className={buttonClasses("secondary")}>
          {clear.label}
        </Link>
      }
    />
  );
}
