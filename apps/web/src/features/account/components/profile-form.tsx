"use client";

import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormCheckbox } from "@/components/forms/form-fields";
import { FormSaved } from "@/components/forms/form-saved";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { saveProfile } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { tidyName } from "@/lib/forms/names";
import { type Theme, themeSchema } from "@/lib/style/theme";

const texts = strings.profile;

export function ProfileForm({
  name,
  theme,
  singleKeys,
  hasKeys,
}: {
  name: string;
  theme: Theme;
  singleKeys: boolean;
  /**
   * Shows the setting for keyboard shortcuts. False for contacts, whose pages have no shortcuts.
   */
  hasKeys: boolean;
}) {
  return (
    <FormDrafts>
      <Form action={saveProfile} id="profile">
        <FormTextField
          name="name"
          label={texts.name}
          defaultValue={tidyName(name)}
          autoComplete="name"
          maxLength={120}
          required
        />
        <ChoiceGroup id="profile-theme" legend={strings.theme.legend} hint={texts.themeHint}>
          <div key={theme} className="flex flex-wrap gap-x-6">
            {themeSchema.options.map((option) => (
              <Checkbox
                key={option}
                type="radio"
                name="theme"
                value={option}
                label={strings.theme[option]}
                defaultChecked={option === theme}
              />
            ))}
          </div>
        </ChoiceGroup>
        {hasKeys ? (
          <FormCheckbox
            name="single_keys"
            label={texts.singleKeys}
            hint={texts.singleKeysHint}
            defaultChecked={singleKeys}
          />
        ) : singleKeys ? (
          <input type="hidden" name="single_keys" value="on" />
        ) : null}
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton>{texts.submit}</SubmitButton>
          <FormSaved />
        </div>
      </Form>
    </FormDrafts>
  );
}
