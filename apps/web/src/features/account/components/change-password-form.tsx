"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { FormPasswordField } from "@/components/forms/password-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { changePassword } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { strings as authStrings } from "@/features/auth/strings";
import type { FormState } from "@/lib/forms/form-state";
import { CODE_INPUT } from "@/lib/style/code-input";

function isCodeWanted(state: FormState): boolean {
  if (!state || state.ok) return false;
  return state.code.startsWith("reauthentication") || state.values?.nonce !== undefined;
}

export function ChangePasswordForm({ address }: { address: string }) {
  return (
    <Form action={changePassword} id="change-password">
      {(state) => (
        <>
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={address}
            readOnly
            hidden
          />
          <FormPasswordField
            name="password"
            label={authStrings.fields.newPassword}
            hint={authStrings.fields.passwordRule}
            autoComplete="new-password"
            required
          />
          {isCodeWanted(state) ? (
            <FormTextField
              name="nonce"
              label={strings.password.code}
              hint={strings.password.codeHint}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className={CODE_INPUT}
              required
            />
          ) : null}
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="secondary">{strings.password.submit}</SubmitButton>
            {isCodeWanted(state) ? (
              <SubmitButton name="intent" value="new-code" variant="quiet">
                {strings.password.resend}
              </SubmitButton>
            ) : null}
          </div>
        </>
      )}
    </Form>
  );
}
