import { Button, CONTACT_BUTTON } from "@/components/ui/button";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { CHOICES } from "@/features/opt-out/schema";
import { isStopped, strings } from "@/features/opt-out/strings";
import type { OptOut } from "@/features/opt-out/types";

/**
 * Needs no script, session or cookie. The token in the form's action is the only proof of access.
 */
export function OptOutForm({
  token,
  optOut,
  isMissing,
}: {
  token: string;
  optOut: OptOut;
  isMissing: boolean;
}) {
  const { firm, client, state } = optOut;
  // An opt-out link can only stop emails, so omit the choices that would allow more emails.
  const choices = CHOICES.filter((choice) => choice !== "no_reminders" || state === "all");
  return (
    <form method="post" action={`/unsubscribe/${token}`} className="flex flex-col gap-6">
      <ChoiceGroup
        id="choice"
        legend={strings.legend}
        error={isMissing ? strings.chooseOne : undefined}
      >
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            type="radio"
            id={`choice-${choice}`}
            name="choice"
            value={choice}
            label={strings.choice[choice].label(firm, client)}
            hint={strings.choice[choice].hint(client)}
            defaultChecked={isStopped(state) && choice === state}
          />
        ))}
      </ChoiceGroup>
      <Button type="submit" className={CONTACT_BUTTON}>
        {strings.submit}
      </Button>
    </form>
  );
}
