"use client";

import type { Route } from "next";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Banner } from "@/components/ui/banner";
import { ProgressMeter } from "@/components/ui/progress-meter";
import { verifyAudit } from "@/features/audit/actions";
import { strings } from "@/features/audit/strings";
import type { Verification } from "@/features/audit/types";

const texts = strings.verify;

function Result({ slug, state }: { slug: string; state: Verification }) {
  if (state.broken) {
    const { id, no, description } = state.broken;
    return (
      <Banner
        tone="danger"
        title={texts.brokenTitle}
        action={
          <Link
            href={`/o/${slug}/settings/audit?before=${id + 1}` as Route}
            className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
          >
            {texts.show}
          </Link>
        }
      >
        <p>{texts.broken(id, no)}</p>
        <p className="mt-1 font-medium">{description}</p>
      </Banner>
    );
  }
  if (!state.isDone) return null;
  return (
    <Banner tone="success" title={texts.intactTitle}>
      {texts.intact(state.checked)}
    </Banner>
  );
}

/** Sends the form again automatically. Without scripts, the user presses Continue. */
function KeepGoing({ after }: { after: number }) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    marker.current?.closest("form")?.requestSubmit();
  }, [after]);
  return <span ref={marker} hidden />;
}

export function VerifyAudit({ slug, total }: { slug: string; total: number }) {
  return (
    <Form action={verifyAudit} id="verify-audit" label={texts.title}>
      {(state) => {
        const data = state?.ok ? (state.data as Verification) : null;
        const isRunning = data !== null && !data.isDone && data.broken === null;
        return (
          <>
            <input type="hidden" name="org" value={slug} />
            <input type="hidden" name="after" value={isRunning ? data.lastId : 0} />
            <input type="hidden" name="checked" value={isRunning ? data.checked : 0} />
            <div>
              <SubmitButton>{isRunning ? texts.resume : texts.submit}</SubmitButton>
            </div>
            {isRunning ? (
              <>
                <ProgressMeter
                  value={data.checked}
                  max={total}
                  label={texts.progressLabel}
                  text={texts.progress(data.checked, total)}
                />
                <KeepGoing after={data.lastId} />
              </>
            ) : null}
            <div role="status" className="empty:-mt-5">
              {data ? <Result slug={slug} state={data} /> : null}
            </div>
            <p className="text-xs text-ink-muted">{texts.limits}</p>
          </>
        );
      }}
    </Form>
  );
}
