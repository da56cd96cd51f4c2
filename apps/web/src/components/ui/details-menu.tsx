"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

/** Closes a menu; what has the focus in it is hidden then, so its button gets the focus. */
function close(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  menu.open = false;
}

/**
 * A menu that lies over the page: the platform's own element, so it opens before scripts arrive.
 * With them it closes by Escape, by a press or the focus elsewhere, and when a link in it was
 * followed or another page came. Its children are a `summary` and what it opens.
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

  // Not when scripts arrive: whoever opened it before is still choosing.
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
      // The page below may go elsewhere by the same key.
      event.stopPropagation();
      details.querySelector("summary")?.focus();
      details.open = false;
    };
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) details.open = false;
    };
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a")) close(details);
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
    <details ref={menu} name={name} className={className}>
      {children}
    </details>
  );
}
