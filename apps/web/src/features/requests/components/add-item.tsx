"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";

export function AddItem({
  value,
  describedBy,
  isDisabled = false,
  onAdd,
  children,
}: {
  value: string;
  describedBy?: string | undefined;
  isDisabled?: boolean;
  onAdd: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="submit"
      name="intent"
      value={value}
      disabled={isDisabled}
      aria-describedby={describedBy}
      onClick={(event) => {
        event.preventDefault();
        onAdd();
      }}
      className={buttonClasses("quiet", "sm")}
    >
      <Plus aria-hidden className="size-4" />
      {children}
    </button>
  );
}
