import type { Route } from "next";
import Link from "next/link";
import { strings } from "@/app/_components/strings";

const CLASSES =
  "inline-flex min-h-11 min-w-11 items-center justify-center rounded-md px-2 text-sm font-medium text-ink-muted hover:bg-sunken hover:text-ink";

/**
 * The way to help: last in the header before the account, on every screen. It opens beside the work,
 * because leaving would end an upload or lose what is not saved yet.
 */
export function HelpLink({ href = "/help" }: { href?: Route | undefined }) {
  return (
    <Link href={href} target="_blank" prefetch={false} className={CLASSES}>
      {strings.help}
      <span className="sr-only"> {strings.newTab}</span>
    </Link>
  );
}

/** The same place on the page of help itself. */
export function HelpHere() {
  return (
    <a href="#main" aria-current="page" className={CLASSES}>
      {strings.help}
    </a>
  );
}
