"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";

export function CommandDialog({
  title,
  open,
  onOpenChange,
  initialFocus,
  children,
}: {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  initialFocus: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 ease-move data-ending-style:opacity-0 data-ending-style:duration-100 data-ending-style:ease-in data-starting-style:opacity-0" />
        <Base.Popup
          initialFocus={initialFocus}
          className="fixed inset-0 z-50 flex flex-col raised overflow-hidden text-sm transition-opacity duration-200 ease-move data-ending-style:opacity-0 data-ending-style:duration-100 data-ending-style:ease-in data-starting-style:opacity-0 max-sm:border-0 sm:inset-x-0 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:w-160 sm:max-w-[calc(100vw-2rem)] sm:rounded-lg"
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Wide screens do not show the button, because their users usually have a keyboard and can press
 * Escape.
 */
export function CommandClose({ label }: { label: string }) {
  return (
    <Base.Close
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-hover sm:hidden"
    >
      <X aria-hidden className="size-5" />
    </Base.Close>
  );
}
