"use client";

import { strings } from "@/app/_components/strings";
import { Button } from "@/components/ui/button";

function digestOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "digest" in error
    ? String(error.digest)
    : undefined;
}

/** Sentence, reference and retry for a failed part of the app. */
export function FailurePage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <main
      id="main"
      className="mx-auto flex max-w-text flex-col items-start gap-4 px-4 py-16 sm:px-6"
    >
      <h1 className="text-3xl font-semibold">{strings.failure.title}</h1>
      <p className="text-ink-muted">{strings.failure.text}</p>
      {digest ? (
        <p className="font-mono text-sm text-ink-muted">
          {strings.failure.reference} {digest}
        </p>
      ) : null}
      <Button onClick={retry}>{strings.failure.retry}</Button>
    </main>
  );
}
