"use client";

import { ShieldCheck } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { deleteFactor } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import type { Factor } from "@/features/mfa/types";
import { formatDate } from "@/lib/format/format";

const texts = strings.factors;

function RemoveFactor({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const label = texts.remove(factor.name);
  return (
    <DangerDialog
      summary={label}
      title={texts.removeSubmit}
      description={`${isLast ? texts.removeLast(factor.name) : texts.removeLead(factor.name)} ${texts.removeNotice}`}
    >
      {(_close, cancel) => (
        <Form action={deleteFactor} label={label}>
          <input type="hidden" name="factorId" value={factor.id} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger">{texts.removeSubmit}</SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}

export function FactorList({ factors }: { factors: readonly Factor[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {factors.map((factor) => (
        <li key={factor.id} className="flex flex-wrap items-start gap-x-4 px-4 py-2">
          <ShieldCheck aria-hidden className="mt-3 size-5 shrink-0 text-success" />
          <div className="min-w-0 grow basis-40 py-2">
            <p className="font-medium break-words">{factor.name}</p>
            <p className="text-sm text-ink-muted">
              {texts.added(formatDate(factor.createdAt.slice(0, 10)))}
            </p>
          </div>
          <div className="min-w-0">
            <RemoveFactor factor={factor} isLast={factors.length === 1} />
          </div>
        </li>
      ))}
    </ul>
  );
}
