import type { Route } from "next";
import Link from "next/link";
import { help } from "@/app/_components/help/strings";

const CLASSES =
  "inline-flex min-h-11 min-w-11 items-center justify-center rounded-md px-2 last:-mr-2 max-[26rem]:has-[+[data-wide-only]]:-mr-2 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink";

/** Opens in a new tab, so that the open page keeps its uploads and unsaved changes. */
export function HelpLink({ href = "/help" }: { href?: Route | undefined }) {
  return (
    <Link href={href} target="_blank" prefetch={false} className={CLASSES}>
      {help.help}
      <span className="sr-only"> {help.newTab}</span>
    </Link>
  );
}

export function HelpHere() {
  return (
    <a href="#main" aria-current="page" className={CLASSES}>
      {help.help}
    </a>
  );
}
