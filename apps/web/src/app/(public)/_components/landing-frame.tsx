import Link from "next/link";
import type { ReactNode } from "react";
import { strings } from "@/app/(public)/_components/strings";
import { Brand } from "@/components/ui/brand";
import { ButtonLink } from "@/components/ui/button";
import { PageIcon } from "@/components/ui/page-icon";
import { SkipLink } from "@/components/ui/skip-link";
import { ThemeSwitch } from "@/features/account/components/theme-switch";

export const COLUMN = "mx-auto w-[min(100%-2rem,72.5rem)] md:w-[min(100%-3rem,72.5rem)]";

const NAV =
  "-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-medium text-ink-muted hover:text-ink";

export function LandingFrame({ children }: { children: ReactNode }) {
  const texts = strings.header;
  return (
    <div data-shell data-density="page" className="flex min-h-dvh flex-col bg-surface">
      <PageIcon />
      <SkipLink />
      <header className={COLUMN}>
        <nav
          aria-label={texts.label}
          className="flex min-h-16 items-center gap-5 [--control-sm-text:1rem] [--control-sm:2.375rem] md:gap-7"
        >
          <Link href="/" className="mr-auto inline-flex min-h-11 items-center rounded-md">
            <Brand />
          </Link>
          <a href="#how" className={`${NAV} text-sm max-md:hidden`}>
            {texts.how}
          </a>
          <Link href="/help" prefetch={false} className={`${NAV} text-sm`}>
            {texts.help}
          </Link>
          <Link href="/sign-in" className={`${NAV} text-sm`}>
            {texts.signIn}
          </Link>
          <ButtonLink href="/sign-up" size="sm" className="max-[26rem]:hidden md:px-4!">
            {texts.create}
          </ButtonLink>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <footer
        className={`${COLUMN} flex flex-wrap items-center gap-x-5 gap-y-2 md:gap-x-7 pt-7 pb-10 text-sm`}
      >
        <span className="mr-auto flex">
          <Brand />
        </span>
        <Link href="/help" prefetch={false} className={`${NAV} text-sm`}>
          {texts.help}
        </Link>
        <Link href="/sign-in" className={`${NAV} text-sm`}>
          {texts.signIn}
        </Link>
        <ThemeSwitch />
      </footer>
    </div>
  );
}
