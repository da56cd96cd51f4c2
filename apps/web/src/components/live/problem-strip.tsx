"use client";

import { CircleAlert, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { strings } from "@/components/strings";
import { classNames } from "@/lib/style/class-names";

type Problem = {
  message: string;
  retry?: (() => void) | undefined;
};

let current: Problem | null = null;
const listeners = new Set<() => void>();

/** Shows the failure of an action without a form on the page in `ProblemStrip`. `null` hides it. */
export function showProblem(problem: Problem | null): void {
  current = problem;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The focused button disappears with the strip, so move the focus to the content. */
function close(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
  showProblem(null);
}

/** Render this component at the start of `main`. */
export function ProblemStrip({ className }: { className?: string }) {
  const problem = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const pathname = usePathname();
  useEffect(() => () => showProblem(null), [pathname]);
  if (!problem) return null;
  return (
    <div
      role="alert"
      data-print="hide"
      className={classNames(
        "sticky top-0 z-30 flex min-h-9 shrink-0 items-center gap-2 bg-danger-soft px-(--gutter) text-sm",
        className,
      )}
    >
      <CircleAlert aria-hidden className="size-4 shrink-0 text-danger-mark" />
      <p className="min-w-0 grow py-1.5">{problem.message}</p>
      {problem.retry ? (
        <button
          type="button"
          onClick={() => {
            close();
            problem.retry?.();
          }}
          className="link min-h-8 shrink-0 font-semibold"
        >
          {strings.retry}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={strings.dismiss}
        title={strings.dismiss}
        onClick={close}
        className="grid size-8 shrink-0 place-items-center rounded-md"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
