"use client";

import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { CodeField } from "@/features/auth/components/code-field";
import { confirmJoinCode, join, sendJoinCode } from "@/features/team/actions";
import { strings } from "@/features/team/strings";
import { fieldId } from "@/lib/forms/form-context";

const texts = strings.join;

export function JoinAddressForm({
  invitationId,
  emailMasked,
  email,
}: {
  invitationId: string;
  emailMasked: string;
  email?: string | undefined;
}) {
  return (
    <Form action={sendJoinCode.bind(null, invitationId)} id="join-address">
      {email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <FormTextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label={texts.email}
          hint={texts.emailHint(emailMasked)}
          maxLength={254}
          required
        />
      )}
      <SubmitButton>{texts.send}</SubmitButton>
    </Form>
  );
}

export function JoinCodeForm({ invitationId }: { invitationId: string }) {
  // The focused button of the address form has disappeared, so move the focus to the code field.
  useEffect(() => document.getElementById(fieldId("join-code", "code"))?.focus(), []);
  return (
    <Form action={confirmJoinCode.bind(null, invitationId)} id="join-code">
      <CodeField />
      <SubmitButton>{texts.confirm}</SubmitButton>
    </Form>
  );
}

export function JoinForm({
  invitationId,
  needsName,
}: {
  invitationId: string;
  needsName: boolean;
}) {
  return (
    <Form action={join} id="join">
      <input type="hidden" name="invitation_id" value={invitationId} />
      {needsName ? (
        <FormTextField
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          autoComplete="name"
          maxLength={120}
          required
        />
      ) : null}
      <SubmitButton>{texts.submit}</SubmitButton>
    </Form>
  );
}
