import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Card } from "@/components/ui/card";
import { getEmailAgain } from "@/features/opt-out/actions";
import { strings } from "@/features/opt-out/strings";
import type { EmailStop } from "@/features/opt-out/types";

export function EmailStops({ stops }: { stops: readonly EmailStop[] }) {
  if (stops.length === 0) return null;
  return (
    <Card labelledBy="email-stops" className="mt-8">
      <h2 id="email-stops" className="text-lg font-heading">
        {strings.stopsTitle}
      </h2>
      <ul className="mt-3 flex flex-col gap-4">
        {stops.map(({ contactId, firm, client, state }) => (
          <li key={contactId}>
            <p className="font-semibold">{client}</p>
            <p className="mb-2 text-sm text-ink-muted">{strings.state[state](firm, client)}</p>
            <Form action={getEmailAgain} id={`opt-in-${contactId}`}>
              <input type="hidden" name="contact_id" value={contactId} />
              <div>
                <SubmitButton variant="secondary">
                  {strings.optIn(firm, client, state)}
                </SubmitButton>
              </div>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
