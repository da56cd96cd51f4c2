"use client";

import { Upload } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { useUploadsOfOtherPages } from "@/features/files/upload/other-pages";
import { otherPages as texts } from "@/features/files/upload/strings";

export function UploadsNotice() {
  const { arriving, lost, dismiss } = useUploadsOfOtherPages();
  const [first] = lost.length > 0 ? lost : arriving;
  return (
    <div role="status" data-print="hide">
      {first ? (
        <p className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4">
          <Upload aria-hidden className="size-5 shrink-0 text-ink-muted" />
          <span className="min-w-0 grow">
            {lost.length > 0 ? texts.lost(first.name) : texts.arriving(arriving.length)}
          </span>
          <Link
            href={first.href as Route}
            className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
          >
            {texts.show}
          </Link>
          {lost.length > 0 ? (
            <Button variant="quiet" size="sm" onClick={() => dismiss(first.key)}>
              {texts.dismiss}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
