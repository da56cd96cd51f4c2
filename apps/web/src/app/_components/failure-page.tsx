"use client";

import { strings } from "@/app/_components/strings";
import { Button } from "@/components/ui/button";

function digestOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "digest" in error
    ? String(error.digest)
    : undefined;
}

/** Replaces a failed part in a working frame, and sets the title that the part may have had. */
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

/** Like {@link FailureMessage}, as a whole page, for a failure of the root layout. */
export function FailurePage(props: { error: unknown; retry: () => void }) {
  return (
    <main id="main" className="mx-auto max-w-text px-4 py-16 sm:px-6">
      <FailureMessage {...props} />
    </main>
  );
}
