"use client";

import type { ReactNode } from "react";
import { fieldId } from "@/components/forms/form-context";
import { Button } from "@/components/ui/button";
import { SIGN_IN_FORM } from "@/features/auth/components/sign-in-form";

/** Fills in the sign-in form with the email and password of a demo user. */
export function FillButton({
  email,
  password,
  children,
}: {
  email: string;
  password: string;
  children: ReactNode;
}) {
  const fill = () => {
    for (const [name, value] of Object.entries({ email, password })) {
      const field = document.getElementById(fieldId(SIGN_IN_FORM, name));
      if (field instanceof HTMLInputElement) field.value = value;
    }
    document.querySelector<HTMLButtonElement>(`form button[name="intent"]`)?.focus();
  };
  return (
    <Button size="sm" variant="secondary" onClick={fill}>
      {children}
    </Button>
  );
}
