"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

/** A hidden element cannot have the focus, so first move the focus to the menu's button. */
function close(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  menu.open = false;
}

/**
 * A `details` element, so the menu opens before scripts run. Pressing an element with the attribute
 * `data-closes-menu` closes the menu. The children are a `summary` and the content.
 */
export function DetailsMenu({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const pathname = usePathname();
  const shownOn = useRef(pathname);

  // Do not close a menu that the user opened before hydration.
  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    if (menu.current?.open) close(menu.current);
  }, [pathname]);

  useEffect(() => {
    const details = menu.current;
    if (!details) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return;
      // Stop the event, because the page may handle Escape too, for example to navigate.
      event.stopPropagation();
      details.querySelector("summary")?.focus();
      details.open = false;
    };
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) details.open = false;
    };
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a, [data-closes-menu]")) close(details);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onLeave);
    document.addEventListener("focusin", onLeave);
    details.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onLeave);
      document.removeEventListener("focusin", onLeave);
      details.removeEventListener("click", onClick);
    };
  }, []);

  return (
    <details ref={menu} data-menu name={name} className={className}>
      {children}
    </details>
  );
}
