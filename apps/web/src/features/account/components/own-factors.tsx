"use client";

import { ShieldCheck } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import { deleteFactor } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import type { Factor } from "@/features/mfa/types";
import { formatDate } from "@/lib/format/format";

const texts = strings.factors;

function RemoveForm({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  return (
    <Disclosure summary={texts.remove(factor.name)} isDangerous>
      <Form action={deleteFactor} className="gap-3" label={texts.remove(factor.name)}>
        <input type="hidden" name="factorId" value={factor.id} />
        <p className="font-medium">{texts.removeTitle}</p>
        <p className="text-sm text-ink-muted">{isLast ? texts.removeLast : texts.removeLead}</p>
        <SubmitButton variant="danger" size="sm" className="self-start">
          {texts.removeSubmit}
        </SubmitButton>
      </Form>
    </Disclosure>
  );
}

export function OwnFactors({ factors }: { factors: readonly Factor[] }) {
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
            <RemoveForm factor={factor} isLast={factors.length === 1} />
          </div>
        </li>
      ))}
    </ul>
  );
}
