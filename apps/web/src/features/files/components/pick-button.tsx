"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { FileInput } from "@/components/ui/file-input";
import { classNames } from "@/lib/style/class-names";

/** An invisible native input covers the button and receives focus, clicks and dropped files. */
export function PickButton({
  icon: Icon,
  label,
  isTouchOnly = false,
  ...input
}: Omit<ComponentProps<typeof FileInput>, "className"> & {
  icon: LucideIcon;
  label: string;
  isTouchOnly?: boolean;
}) {
  return (
    <label
      className={classNames(
        "relative min-h-(--control) min-w-0 grow cursor-pointer items-center justify-center gap-(--control-gap) rounded-(--control-radius) border border-line-strong bg-surface px-4 py-1 font-semibold in-data-[density=staff]:border-line-control hover:bg-hover",
        "has-disabled:cursor-not-allowed has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        isTouchOnly ? "hidden pointer-coarse:flex" : "flex",
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 in-data-[density=staff]:size-4" />
      {label}
      <FileInput
        {...input}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </label>
  );
}
