"use client";

import { strings } from "@/app/_components/failure/strings";
import { HelpLink } from "@/app/_components/help-link";
import { Brand } from "@/components/ui/brand";
import { Button } from "@/components/ui/button";
import { SkipLink } from "@/components/ui/skip-link";

export type Failed = { error: unknown; retry: () => void };

function referenceOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "digest" in error
    ? String(error.digest).replace(/;+$/, "")
    : undefined;
}

/**
 * The title replaces a title that the failed content may have set. Only errors on the server have a
 * reference.
 */
export function FailureMessage({ error, retry }: Failed) {
  const reference = referenceOf(error);
  return (
    // In a staff sheet, align the message with the first row of a list.
    <div className="flex flex-col items-start gap-4 in-[.sheet]:pt-9">
      <title>{`${strings.title} · Dossier`}</title>
      <h1 className="text-xl font-heading">{strings.title}</h1>
      <p className="-mt-3 max-w-text text-ink-muted">{strings.text}</p>
      <Button onClick={retry}>{strings.retry}</Button>
      {reference ? (
        <div className="mt-2 max-w-text text-2xs text-ink-subtle">
          <p>
            {strings.reference} <span className="font-mono select-all">{reference}</span>
          </p>
          <p>{strings.report}</p>
        </div>
      ) : null}
    </div>
  );
}

export function FailurePage(props: Failed) {
  return (
    <div data-shell data-density="page" className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-page items-center px-4 py-2 sm:px-6">
          {/* A plain link reloads the app, because the state of the app in this tab may have
              caused the failure. */}
          <a href="/" className="inline-flex min-h-11 items-center rounded-md">
            <Brand />
          </a>
          <div className="ml-auto">
            <HelpLink />
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page grow px-4 py-18 sm:px-6 sm:py-20"
      >
        <FailureMessage {...props} />
      </main>
    </div>
  );
}
