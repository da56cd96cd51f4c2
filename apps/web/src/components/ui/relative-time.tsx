"use client";

import { useEffect, useState } from "react";
import { formatDateTime } from "@/lib/format/format";
import { formatRelative } from "@/lib/format/relative-time";

const REFRESH_MS = 60_000;

export function RelativeTime({
  at,
  now,
  timeZone,
  isInline = false,
  className,
}: {
  at: string;
  /**
   * The time at which the server rendered the page. The first render in the browser uses the same
   * time, so that both renders produce the same text.
   */
  now: string;
  timeZone: string;
  isInline?: boolean;
  className?: string;
}) {
  const [clock, setClock] = useState(() => new Date(now));
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") setClock(new Date());
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, []);
  return (
    <time
      dateTime={at}
      title={formatDateTime(at, { timeZone, nameZone: true })}
      className={className}
    >
      {formatRelative(at, { now: clock, timeZone, isInline })}
    </time>
  );
}
