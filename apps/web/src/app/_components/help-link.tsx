import type { Route } from "next";
import Link from "next/link";
import { strings } from "@/app/_components/strings";

const CLASSES =
  "inline-flex min-h-11 min-w-11 items-center justify-center rounded-md px-2 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink";

/** Opens in a new tab, because leaving the page would end an upload or lose unsaved changes. */
export function HelpLink({ href = "/help" }: { href?: Route | undefined }) {
  return (
    <Link href={href} target="_blank" prefetch={false} className={CLASSES}>
      {strings.help}
      <span className="sr-only"> {strings.newTab}</span>
    </Link>
  );
}

export function HelpHere() {
  return (
    <a href="#main" aria-current="page" className={CLASSES}>
      {strings.help}
    </a>
  );
}
