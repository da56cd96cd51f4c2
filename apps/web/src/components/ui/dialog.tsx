"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactElement, type ReactNode, type RefObject, useRef } from "react";

type DialogProps = {
  trigger?: ReactElement<Record<string, unknown>>;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  closeLabel?: string;
  /** Set "title" for a dialog without controls. By default, the first control gets the focus. */
  initialFocus?: RefObject<HTMLElement | null> | "title";
  /**
   * Returns the element that gets the focus when the dialog closes, or `false` if none. Omit it if
   * the element that had the focus before is still on the page.
   */
  finalFocus?: () => HTMLElement | false;
};

export function Dialog({
  trigger,
  title,
  description,
  children,
  open,
  onOpenChange,
  closeLabel = "Close",
  initialFocus,
  finalFocus,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = initialFocus === "title" ? heading : initialFocus;
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 ease-move data-ending-style:opacity-0 data-ending-style:duration-100 data-ending-style:ease-in data-starting-style:opacity-0" />
        {/* `data-density` gives every dialog the small controls of a sheet, even on pages with
            larger controls, such as the list of firms. */}
        <Base.Popup
          data-density="staff"
          {...(focused ? { initialFocus: focused } : {})}
          {...(finalFocus ? { finalFocus } : {})}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] raised overflow-y-auto rounded-t-xl p-5 text-sm transition-[opacity,translate] duration-200 ease-move data-ending-style:opacity-0 data-ending-style:duration-100 data-ending-style:ease-in data-starting-style:opacity-0 max-sm:data-starting-style:translate-y-2 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(32rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:p-6"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title
              ref={heading}
              {...(initialFocus === "title" ? { tabIndex: -1 } : {})}
              className="text-lg font-heading wrap-anywhere outline-none"
            >
              {title}
            </Base.Title>
            <Base.Close
              aria-label={closeLabel}
              title={closeLabel}
              className="-my-1 -mr-2.75 grid size-8 shrink-0 pointer-coarse:-my-2.5 pointer-coarse:-mr-4.25 pointer-coarse:size-11 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          {description ? (
            <Base.Description className="mt-2 text-pretty text-ink-muted">
              {description}
            </Base.Description>
          ) : null}
          <div className="mt-4">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
