"use client";

import { useEffect } from "react";
import { formatPrinted } from "@/lib/format/format";
import { cssString } from "@/lib/style/root-properties";

export function PrintTime({ timeZone }: { timeZone: string }) {
  useEffect(() => {
    const update = () => {
      const { style } = document.documentElement;
      style.setProperty("--print-time", cssString(formatPrinted(new Date(), timeZone)));
    };
    addEventListener("beforeprint", update);
    return () => removeEventListener("beforeprint", update);
  }, [timeZone]);
  return null;
}
