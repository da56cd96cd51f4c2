"use client";

import { useLayoutEffect } from "react";
import type { RootProperties } from "@/lib/style/root-properties";

/**
 * Sets the properties after a navigation within the app, because only a new document contains the
 * style sheet.
 */
export function RootPropertiesInBrowser({ properties }: { properties: RootProperties }) {
  const text = JSON.stringify(properties);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const entries = Object.entries(JSON.parse(text) as RootProperties);
    for (const [name, value] of entries) style.setProperty(name, value);
    return () => {
      for (const [name] of entries) style.removeProperty(name);
    };
  }, [text]);
  return null;
}
