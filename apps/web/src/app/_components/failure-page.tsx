"use client";

import { strings } from "@/app/_components/strings";
import { Button } from "@/components/ui/button";

function digestOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "digest" in error
    ? String(error.digest)
    : undefined;
}

/**
 * Replaces the part of a page that failed while the frame still works. Sets the window's title,
 * because the failed part may have set another one.
 */
export function FailureMessage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <div className="flex flex-col items-start gap-4">
      <title>{`${strings.failure.title} · Dossier`}</title>
      <h1 className="text-3xl font-heading">{strings.failure.title}</h1>
      <p className="text-ink-muted">{strings.failure.text}</p>
      {digest ? (
        <p className="font-mono text-sm text-ink-muted">
          {strings.failure.reference} {digest}
        </p>
      ) : null}
      <Button onClick={retry}>{strings.failure.retry}</Button>
    </div>
  );
}

/** Fills the whole page with a {@link FailureMessage} when the root layout fails. */
export function FailurePage(props: { error: unknown; retry: () => void }) {
  return (
    <main id="main" className="mx-auto max-w-text px-4 py-16 sm:px-6">
      <FailureMessage {...props} />
    </main>
  );
}
