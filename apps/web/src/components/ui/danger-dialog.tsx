"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { strings } from "@/components/strings";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ReturnedFocus } from "@/lib/forms/returned-focus";
import { classNames } from "@/lib/style/class-names";
import { MENU_ROW } from "@/lib/style/menu";

const LINE =
  "inline-flex min-h-8 items-center rounded-md text-sm font-medium hover:underline pointer-coarse:min-h-11";

/** A form in a dialog. Without scripts, the form opens within the page. */
export function DangerDialog({
  summary,
  about,
  title,
  description,
  isFailed = false,
  isMenuRow = false,
  children,
}: {
  summary: string;
  /**
   * The name of the thing that the action affects, for screen readers. Set it if the page contains
   * the same summary several times.
   */
  about?: string;
  title: string;
  description: string;
  /** True if the form was posted without scripts and failed. The page then shows the open form. */
  isFailed?: boolean;
  /** True in a `DetailsMenu`, which closes when the dialog opens. */
  isMenuRow?: boolean;
  /** Put `cancel` after the form's buttons, and call `close` when the form succeeds. */
  children: (close: () => void, cancel: ReactNode) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  // Keep the form within the page if the user opened it before the scripts ran.
  const [isUnfolding, setUnfolding] = useState(true);
  const details = useRef<HTMLDetailsElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => setUnfolding(details.current?.open ?? false), []);
  const close = () => setOpen(false);
  const opener = () => {
    const menu = isMenuRow ? details.current?.closest("[data-menu]") : details.current;
    return menu?.querySelector("summary") ?? false;
  };
  return (
    <>
      <details ref={details} open={isFailed}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: A summary works like a button. */}
        <summary
          aria-label={about ? `${summary}: ${about}` : undefined}
          onClick={(event) => {
            if (isUnfolding) return;
            event.preventDefault();
            setOpen(true);
          }}
          className={classNames(
            "list-none text-danger [&::-webkit-details-marker]:hidden",
            isMenuRow ? MENU_ROW : LINE,
          )}
        >
          {summary}
        </summary>
        {isUnfolding ? (
          <div className={classNames("flex flex-col gap-3 pt-2 pb-2", isMenuRow && "px-2.5")}>
            <p className="text-ink-muted">{description}</p>
            {children(close, null)}
          </div>
        ) : null}
      </details>
      {isOpen ? (
        <Dialog
          open
          title={title}
          description={description}
          onOpenChange={setOpen}
          initialFocus={cancel}
          finalFocus={opener}
        >
          <ReturnedFocus within={details} />
          {children(
            close,
            <Button ref={cancel} variant="secondary" onClick={close}>
              {strings.cancel}
            </Button>,
          )}
        </Dialog>
      ) : null}
    </>
  );
}
