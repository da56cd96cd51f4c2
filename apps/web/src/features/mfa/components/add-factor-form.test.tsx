import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { AddFactorForm } from "@/features/mfa/components/add-factor-form";
import type { FactorSetup } from "@/features/mfa/types";
import type { FormState } from "@/lib/forms/form-state";

const setup: FactorSetup = {
  factorId: "factor-1",
  uri: "otpauth://totp/Dossier?secret=ABCDEFGHIJKLMNOP",
  picture: "data:image/svg+xml,",
};

vi.mock("@/features/mfa/actions", () => ({ addFactor: vi.fn() }));
vi.mock("@/components/forms/form", () => ({
  Form: ({ children }: { children: (state: FormState<FactorSetup>) => ReactNode }) =>
    children({ ok: true, data: setup }),
}));

test.each([
  ["Turn on", "first", []],
  ["Add app", "second", ["Phone"]],
])("the button that confirms an app says “%s” for the %s app", (label, _, takenNames) => {
  const html = renderToStaticMarkup(
    <AddFactorForm opener="Add an authenticator app" takenNames={takenNames} />,
  );
  expect(html).toMatch(new RegExp(`>${label}</`));
});
