import type { ReactNode } from "react";
import { SkipLink } from "@/components/ui/skip-link";

export function FirmShell({
  icon,
  colors,
  header,
  menu,
  footer,
  children,
}: {
  icon: ReactNode;
  colors: ReactNode;
  header: ReactNode;
  menu: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      data-shell
      data-frame="firm"
      data-density="page"
      className="group/shell relative flex min-h-dvh flex-col max-sm:has-data-bottom-bar:pb-32 print:min-h-0"
    >
      {icon}
      {colors}
      <SkipLink />
      <header
        data-print="hide"
        className="border-t-4 border-b border-t-firm-fill border-b-line bg-surface"
      >
        <div className="mx-auto flex h-13.75 max-w-150 items-center gap-2.5 pr-1 pl-4">
          <div className="flex min-w-0 grow items-center gap-2.5">{header}</div>
          {menu}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-150 grow px-4 pt-5 pb-8 print:max-w-none print:p-0"
      >
        {children}
      </main>
      <footer data-print="hide" className="border-t border-line">
        <div className="mx-auto flex max-w-150 flex-col items-start gap-2.5 px-4 pt-5 pb-7 text-sm text-ink-muted">
          {footer}
        </div>
      </footer>
    </div>
  );
}
