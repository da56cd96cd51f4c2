"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";

/** The page passes the label, so that the browser does not load unrelated texts. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button
      variant="secondary"
      data-print="hide"
      className="shrink-0 whitespace-nowrap"
      onClick={() => window.print()}
    >
      <Printer aria-hidden className="size-5" />
      {label}
    </Button>
  );
}
