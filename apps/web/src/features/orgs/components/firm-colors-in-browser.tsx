"use client";

import { useLayoutEffect } from "react";
import type { FirmProperties } from "@/lib/firm-colors";

/** Sets the colors after a navigation within the app, and removes them on the way to other pages. */
export function FirmColorsInBrowser({ properties }: { properties: FirmProperties }) {
  const text = JSON.stringify(properties);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const entries = Object.entries(JSON.parse(text) as FirmProperties);
    for (const [name, value] of entries) style.setProperty(name, value);
    return () => {
      for (const [name] of entries) style.removeProperty(name);
    };
  }, [text]);
  return null;
}
