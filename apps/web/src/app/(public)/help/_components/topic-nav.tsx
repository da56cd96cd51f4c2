"use client";

import { type ReactNode, useEffect, useRef } from "react";

/**
 * This component runs in the browser, because the server does not receive the fragment of the URL.
 */
export function TopicNav({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = () => {
      for (const link of nav.current?.querySelectorAll("a") ?? []) {
        if (link.hash === location.hash) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
    };
    mark();
    window.addEventListener("hashchange", mark);
    return () => window.removeEventListener("hashchange", mark);
  }, []);
  return (
    <nav ref={nav} aria-label={label} data-print="hide" className={className}>
      {children}
    </nav>
  );
}
