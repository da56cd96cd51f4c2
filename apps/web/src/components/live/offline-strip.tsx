"use client";

import { CloudOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { offlineLink, strings } from "@/components/strings";
import { guardLinks, OFFLINE_NAVIGATION } from "@/lib/browser/offline-navigation";
import { useIsOnline } from "@/lib/http/use-is-online";
import { classNames } from "@/lib/style/class-names";

const STAFF_STRIP = "px-(--gutter) md:mt-2 md:mr-2 md:rounded-md";

/** While this strip is shown and the browser is offline, links do not open other pages. */
export function ConnectionStrip({
  className,
  children,
}: {
  className: string;
  children: ReactNode;
}) {
  const strip = useRef<HTMLParagraphElement>(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const ask = () => {
      setAsked(true);
      strip.current?.scrollIntoView({ block: "nearest" });
    };
    addEventListener(OFFLINE_NAVIGATION, ask);
    // The capture phase comes before the click handlers of Next's links.
    addEventListener("click", guardLinks, true);
    return () => {
      removeEventListener(OFFLINE_NAVIGATION, ask);
      removeEventListener("click", guardLinks, true);
    };
  }, []);
  return (
    <p
      ref={strip}
      className={classNames(
        "flex min-h-9 gap-2 bg-warning-soft py-2 text-sm text-ink-muted",
        className,
      )}
    >
      <CloudOff aria-hidden className="h-[1lh] w-4 shrink-0 text-warning-mark" />
      {children}
      {isAsked && !navigator.onLine ? ` ${offlineLink}` : null}
    </p>
  );
}

export function OfflineStrip({ className = STAFF_STRIP }: { className?: string }) {
  const isOnline = useIsOnline();
  return (
    <div role="status" data-print="hide">
      {isOnline ? null : <ConnectionStrip className={className}>{strings.offline}</ConnectionStrip>}
    </div>
  );
}
