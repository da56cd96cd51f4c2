import { LogOut } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import type { MyOrg } from "@/features/orgs/types";
import { decideMember } from "@/features/team/actions";
import { strings } from "@/features/team/strings";

const texts = strings.leave;

/** Tells the last owner of a firm why they cannot leave. */
export function LeaveFirms({ orgs, userId }: { orgs: readonly MyOrg[]; userId: string }) {
  return (
    <Disclosure summary={texts.open} icon={LogOut} isDangerous>
      <p className="mb-4 text-sm text-ink-muted">{texts.hint}</p>
      <ul className="flex flex-col gap-3">
        {orgs.map((org) => (
          <li key={org.id}>
            <Form action={decideMember} label={texts.submit(org.name)} className="gap-3">
              <input type="hidden" name="org_id" value={org.id} />
              <input type="hidden" name="user_id" value={userId} />
              <SubmitButton
                variant="danger"
                size="sm"
                name="intent"
                value="remove"
                className="self-start"
              >
                {texts.submit(org.name)}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
