"use client";

import { LogOut } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { Disclosure } from "@/components/ui/disclosure";
import type { MyOrg } from "@/features/orgs/types";
import { decideMember } from "@/features/team/actions";
import { strings } from "@/features/team/strings";

const texts = strings.leave;

export function LeaveFirms({
  orgs,
  soleOwned,
  userId,
}: {
  orgs: readonly MyOrg[];
  soleOwned: ReadonlySet<string>;
  userId: string;
}) {
  return (
    <Disclosure summary={texts.open} icon={LogOut}>
      <ul className="flex flex-col gap-3">
        {orgs.map((org) =>
          soleOwned.has(org.slug) ? (
            <li key={org.id} className="text-sm wrap-anywhere text-ink-muted">
              {texts.sole(org.name)}
            </li>
          ) : (
            <li key={org.id}>
              <DangerDialog
                summary={texts.submit(org.name)}
                title={texts.submit(org.name)}
                description={`${texts.hint} ${org.role === "owner" ? strings.list.ownersNotified : strings.list.noneNotified}`}
              >
                {(close, cancel) => (
                  <Form action={decideMember} label={texts.submit(org.name)} onSuccess={close}>
                    <input type="hidden" name="org_id" value={org.id} />
                    <input type="hidden" name="user_id" value={userId} />
                    <div className="flex flex-wrap gap-2">
                      <SubmitButton variant="danger" name="intent" value="remove">
                        {texts.submit(org.name)}
                      </SubmitButton>
                      {cancel}
                    </div>
                  </Form>
                )}
              </DangerDialog>
            </li>
          ),
        )}
      </ul>
    </Disclosure>
  );
}
