"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";
import { strings } from "@/features/items/strings";

export function PrintButton() {
  return (
    <Button
      variant="secondary"
      size="sm"
      data-print="hide"
      className="shrink-0 whitespace-nowrap"
      onClick={() => window.print()}
    >
      <Printer aria-hidden className="size-4" />
      {strings.done.print}
    </Button>
  );
}
