"use client";

import { useLayoutEffect } from "react";
import type { RootProperties } from "@/lib/style/root-properties";

/**
 * Sets the properties from a script. The `<style>` of `RootStyle` is only in a new document, not
 * after a navigation within the app.
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
