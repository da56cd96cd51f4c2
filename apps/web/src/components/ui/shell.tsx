import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Brand } from "@/components/ui/brand";
import { PageIcon } from "@/components/ui/page-icon";
import { SkipLink } from "@/components/ui/skip-link";
import { classNames } from "@/lib/style/class-names";

type ShellProps = {
  children: ReactNode;
  homeHref: Route;
  navigation?: ReactNode;
  help?: ReactNode;
  account?: ReactNode;
  footer?: ReactNode;
  /**
   * Maximum width of `main` with its padding: `page` 75.5 rem, `text` 40 rem, `form` 27 rem. `card`
   * is a card of 400 px, which fills the width of a phone.
   */
  width?: "page" | "text" | "form" | "card";
};

const WIDTHS = { page: "max-w-page", text: "max-w-text", form: "max-w-form", card: "max-w-page" };

export function Shell({
  children,
  homeHref,
  navigation,
  help,
  account,
  footer,
  width = "page",
}: ShellProps) {
  return (
    <div
      data-shell
      data-density="page"
      className={classNames(
        "group/shell relative flex min-h-dvh flex-col max-sm:has-data-phone-bar:pb-20",
        width === "card" && "max-sm:bg-surface",
      )}
    >
      <PageIcon />
      <SkipLink />
      <header data-print="hide" className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
          <Link href={homeHref} className="inline-flex min-h-11 items-center rounded-md">
            <Brand />
          </Link>
          {navigation ? (
            <div className="order-last w-full min-w-0 lg:order-none lg:w-0 lg:grow">
              {navigation}
            </div>
          ) : null}
          <div className="ml-auto flex items-center gap-2">
            {help}
            {account}
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          "mx-auto w-full grow px-4 py-8 sm:px-6 sm:py-10",
          WIDTHS[width],
          "print:max-w-none print:p-0",
        )}
      >
        {width === "card" ? (
          <div className="mx-auto [--control-radius:0.5rem] sm:w-100 sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-8 md:shadow-sheet">
            {children}
          </div>
        ) : (
          children
        )}
      </main>
      <footer data-print="hide" className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-5 text-sm text-ink-muted sm:px-6">
          {footer}
        </div>
      </footer>
    </div>
  );
}
