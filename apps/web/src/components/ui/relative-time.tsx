"use client";

import { useEffect, useState } from "react";
import { formatDateTime } from "@/lib/format/format";
import { formatRelative } from "@/lib/format/relative-time";

const REFRESH_MS = 60_000;

/**
 * A past instant as relative text, with the exact time in the firm's zone as its title. The text
 * changes every minute while the page is visible.
 */
export function RelativeTime({
  at,
  now,
  timeZone,
  isInline = false,
  className,
}: {
  /** An instant in ISO 8601. */
  at: string;
  /**
   * The time at which the server rendered the page, in ISO 8601. The first render in the browser
   * uses this time too, so that hydration finds the same text.
   */
  now: string;
  timeZone: string;
  /**
   * True if the text is part of a longer line. Words such as `yesterday` then start with a
   * lowercase letter.
   */
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
