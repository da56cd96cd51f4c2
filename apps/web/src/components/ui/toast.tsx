"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleCheck, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect } from "react";
import { strings } from "@/components/strings";
import { isKeyTaken } from "@/lib/browser/single-keys";
import type { FormState } from "@/lib/forms/form-state";

/** Long enough to read the text and to press Undo. */
const SHOWN_MS = 10_000;

export type ToastMessage = {
  title: string;
  description?: string;
  type?: "notice";
  action?: { label: string; key?: string; run: () => void };
};

export function useToast(): (message: ToastMessage) => () => void {
  const { add, close } = Base.useToastManager();
  return useCallback(
    ({ action, ...message }) => {
      if (!action) {
        const plain = add(message);
        return () => close(plain);
      }
      // A closed toast stays in the page until its transition ends.
      let isOver = false;
      const end = () => {
        isOver = true;
        close(id);
      };
      const onClick = () => {
        if (isOver) return;
        end();
        action.run();
      };
      const children = (
        <>
          {action.label}
          {action.key ? <Key onPress={onClick}>{action.key}</Key> : null}
        </>
      );
      const id: string = add({ ...message, actionProps: { children, onClick } });
      return end;
    },
    [add, close],
  );
}

/**
 * Returns a function for the `onAnswer` of a form. Use it if a success removes the form, because
 * the form can then show no message itself.
 */
export function useSuccessToast(title: string): (answer: FormState) => void {
  const show = useToast();
  return (answer) => {
    if (answer?.ok) show({ title });
  };
}

/** The key works on every page that shows the toast. */
function Key({ children, onPress }: { children: string; onPress: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.key.toUpperCase() !== children || isKeyTaken(event)) return;
      event.preventDefault();
      stop();
      onPress();
    };
    const stop = () => removeEventListener("keydown", onKey, true);
    // In the capture phase, the toast handles the key before the page does.
    addEventListener("keydown", onKey, true);
    return stop;
  }, [children, onPress]);
  return (
    <kbd
      aria-hidden
      className="hidden border-transparent bg-white/12 text-on-toast md:pointer-fine:inline-block"
    >
      {children}
    </kbd>
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="animate-appear transition-opacity duration-100 ease-in data-ending-style:opacity-0 data-limited:hidden rounded-box bg-toast py-1 pr-1.5 pl-3.5 text-sm text-on-toast elevated"
    >
      <Base.Content className="flex items-center gap-2.5">
        {toast.type === "notice" ? null : (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-toast-mark" />
        )}
        <div className="min-w-0 grow">
          <Base.Title className="font-medium" />
          <Base.Description className="text-xs" />
        </div>
        <Base.Action className="inline-flex min-h-9 items-center gap-1.5 shrink-0 rounded-md px-3 text-sm font-semibold text-toast-action hover:underline empty:hidden" />
        <Base.Close
          aria-label={strings.dismiss}
          title={strings.dismiss}
          className="grid size-9 shrink-0 place-items-center rounded-md hover:underline"
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={SHOWN_MS} limit={1}>
      {children}
      <Base.Portal>
        <Base.Viewport
          data-toasts
          className="above-bars fixed inset-x-4 z-50 flex flex-col gap-2 sm:inset-x-auto sm:left-1/2 sm:w-max sm:max-w-[34rem] sm:-translate-x-1/2"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
