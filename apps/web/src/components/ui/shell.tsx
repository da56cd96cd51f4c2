import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Brand } from "@/components/ui/brand";
import { classNames } from "@/lib/class-names";

type ShellProps = {
  children: ReactNode;
  homeHref: Route;
  navigation?: ReactNode;
  /** The link to help, next to the account menu. Full-screen pages show it too. */
  help?: ReactNode;
  account?: ReactNode;
  footer?: ReactNode;
  /** Maximum width: `page` 72 rem, `text` 40 rem, `form` 27 rem. */
  width?: "page" | "text" | "form";
  /**
   * Set it if the page streams its content. The footer then starts below the screen, so that the
   * content does not move it.
   */
  isStreamed?: boolean;
};

const WIDTHS = { page: "max-w-page", text: "max-w-text", form: "max-w-form" };

/**
 * The frame of every page: skip link, header, `main`, footer. A page that contains
 * `data-full-screen` uses the whole width. It has no footer, and its header contains only the help
 * link. The header then lies over the page without moving it, because the page may replace a
 * loading state and must not shift.
 */
export function Shell({
  children,
  homeHref,
  navigation,
  help,
  account,
  footer,
  width = "page",
  isStreamed = false,
}: ShellProps) {
  return (
    <div
      data-shell
      className="group/shell relative flex min-h-dvh flex-col max-sm:has-data-phone-bar:pb-20"
    >
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-3 focus:shadow-raised"
      >
        Skip to content
      </a>
      <header
        data-print="hide"
        className="border-b border-line bg-surface group-has-data-full-screen/shell:pointer-events-none group-has-data-full-screen/shell:absolute group-has-data-full-screen/shell:inset-x-0 group-has-data-full-screen/shell:top-0 group-has-data-full-screen/shell:border-transparent group-has-data-full-screen/shell:bg-transparent"
      >
        <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
          <Link
            href={homeHref}
            className="inline-flex min-h-11 items-center rounded-md group-has-data-full-screen/shell:hidden"
          >
            <Brand />
          </Link>
          {navigation ? (
            <div className="order-last w-full min-w-0 group-has-data-full-screen/shell:hidden lg:order-none lg:w-0 lg:grow">
              {navigation}
            </div>
          ) : null}
          <div className="ml-auto flex items-center gap-2 group-has-data-full-screen/shell:pointer-events-auto group-has-data-full-screen/shell:translate-x-[max(0px,(100vw-72rem)/2)] pointer-fine:group-has-data-full-screen/shell:translate-y-1.5">
            {help}
            {account ? (
              <div className="group-has-data-full-screen/shell:hidden">{account}</div>
            ) : null}
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          "mx-auto w-full grow px-4 py-8 sm:px-6 sm:py-10",
          "group-has-data-full-screen/shell:max-w-none group-has-data-full-screen/shell:py-5",
          WIDTHS[width],
          "print:max-w-none print:p-0",
          isStreamed && "min-h-dvh print:min-h-0",
        )}
      >
        {children}
      </main>
      <footer
        data-print="hide"
        className="border-t border-line group-has-data-full-screen/shell:hidden"
      >
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-5 text-sm text-ink-muted sm:px-6">
          {footer}
        </div>
      </footer>
    </div>
  );
}
