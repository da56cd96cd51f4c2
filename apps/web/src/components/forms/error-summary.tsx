"use client";

import { CircleAlert } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { Ref } from "react";
import { InterruptionLink, NEEDS_PROOF } from "@/components/forms/interruption";
import { RetryCountdown } from "@/components/forms/retry-countdown";
import { VersionConflict } from "@/components/forms/version-conflict";
import { SEVERAL_PROBLEMS } from "@/lib/errors/form-sentences";
import { fieldId } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";

export function ErrorSummary({
  failure,
  formId,
  ref,
}: {
  failure: FormFailure;
  formId: string;
  ref?: Ref<HTMLDivElement>;
}) {
  const problems = Object.entries(failure.fieldErrors ?? {});
  const heading = problems.length > 1 ? SEVERAL_PROBLEMS : failure.message;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-3 rounded-lg border border-danger/30 bg-danger-soft p-4"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">
          {heading}
          {failure.retryAfterSeconds ? (
            <>
              {" "}
              <RetryCountdown key={failure.message} seconds={failure.retryAfterSeconds} />
            </>
          ) : null}
        </p>
        {failure.code === NEEDS_PROOF ? <InterruptionLink /> : null}
        {failure.lines ? (
          <ul className="mt-1 list-disc pl-5 text-sm">
            {failure.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        {failure.links ? (
          <ul className="mt-1">
            {failure.links.map(({ href, label }) => (
              <li key={`${href} ${label}`}>
                <Link
                  href={href as Route}
                  className="link inline-block py-0.5 wrap-anywhere pointer-coarse:py-3"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {failure.versions ? <VersionConflict versions={failure.versions} /> : null}
        {problems.length > 1 ? (
          <ul className="mt-1 list-disc pl-5 text-sm">
            {problems.map(([name, message]) => (
              <li key={name}>
                <a
                  className="link inline-flex py-0.5 pointer-coarse:py-3"
                  href={`#${fieldId(formId, name)}`}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
