"use client";

import { type ChangeEvent, useLayoutEffect, useRef, useState } from "react";
import { dateInZone } from "@/lib/format/format";
import { useViewerZone } from "@/lib/forms/use-viewer-zone";

export function useTypedDate(initial: string, timeZone?: string) {
  const field = useRef<HTMLInputElement>(null);
  const [date, setDate] = useState(initial);
  const viewerZone = useViewerZone();
  const today = viewerZone && dateInZone(new Date(), timeZone ?? viewerZone);
  const change = (event: ChangeEvent<HTMLInputElement>) => setDate(event.currentTarget.value);
  // The field can change without an event that React sees: before hydration, and with a new
  // `defaultValue`. The form sends the field's value, so read the field after each render.
  useLayoutEffect(() => {
    if (field.current) setDate(field.current.value);
  });
  return { date, today, input: { ref: field, defaultValue: initial, onChange: change } };
}
