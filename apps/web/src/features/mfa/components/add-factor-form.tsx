"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { addFactor } from "@/features/mfa/actions";
import { FactorCodeField } from "@/features/mfa/components/factor-fields";
import { spellSecret } from "@/features/mfa/schema";
import { strings } from "@/features/mfa/strings";
import type { FactorSetup } from "@/features/mfa/types";
import type { FormState } from "@/lib/forms/form-state";

function findSetup(state: FormState<FactorSetup>): FactorSetup | null {
  if (!state) return null;
  if (state.ok) return state.data;
  // After a wrong code, the submitted values still contain the setup.
  const { factorId, uri, picture } = state.values ?? {};
  return factorId && uri && picture ? { factorId, uri, picture } : null;
}

function SetupStep({
  setup,
  cancelHref,
  confirm,
}: {
  setup: FactorSetup;
  cancelHref: string | undefined;
  confirm: string;
}) {
  const texts = strings.enrol;
  return (
    <>
      {Object.entries(setup).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {/* Cameras need a QR code on a white background, so use white in both color schemes. */}
        <img
          src={setup.picture}
          alt={texts.picture}
          width={176}
          height={176}
          className="size-44 shrink-0 rounded-md border border-line bg-[#fff] p-2"
        />
        <div className="min-w-0 text-sm">
          <p className="font-medium">{texts.scan}</p>
          <p className="mt-1">
            <a
              href={setup.uri}
              className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
            >
              {texts.open}
            </a>
          </p>
          <p className="mt-3 text-ink-muted">{texts.type}:</p>
          <p className="mt-1 font-mono break-words select-all">{spellSecret(setup.uri)}</p>
        </div>
      </div>
      <FactorCodeField takesFocus />
      {cancelHref ? (
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{confirm}</SubmitButton>
          {/* The link reloads the page, which resets the form, even without scripts. */}
          <a href={cancelHref} className={buttonClasses("quiet")}>
            {texts.cancel}
          </a>
        </div>
      ) : (
        <SubmitButton>{confirm}</SubmitButton>
      )}
    </>
  );
}

/** One form has both steps, so that they work without scripts. */
export function AddFactorForm({
  opener,
  next,
  takenNames,
}: {
  opener?: string;
  next?: string | undefined;
  takenNames: readonly string[];
}) {
  const { nameDefault } = strings.fields;
  const { confirm, confirmAnother } = strings.enrol;
  return (
    <Form<FactorSetup> action={addFactor} id="add-factor">
      {(state) => {
        const setup = findSetup(state);
        const step = setup ? (
          <SetupStep
            setup={setup}
            cancelHref={opener && "/account/security"}
            confirm={takenNames.length > 0 ? confirmAnother : confirm}
          />
        ) : (
          <>
            <FormTextField
              name="name"
              label={strings.fields.name}
              hint={strings.fields.nameHint}
              defaultValue={takenNames.includes(nameDefault) ? "" : nameDefault}
              maxLength={60}
              autoComplete="off"
              required
            />
            <SubmitButton className="in-data-[density=staff]:self-start">
              {strings.enrol.start}
            </SubmitButton>
          </>
        );
        return (
          <>
            <input type="hidden" name="next" value={next ?? ""} />
            {opener && setup ? (
              <div data-setup className="flex flex-col gap-5 rounded-lg border border-line p-4">
                <h4 className="font-semibold">{opener}</h4>
                {step}
              </div>
            ) : opener ? (
              // Without scripts, the first step reloads the page, which would close the disclosure.
              <Disclosure summary={opener} isButton isOpen={state !== null}>
                <div className="flex flex-col gap-5">{step}</div>
              </Disclosure>
            ) : (
              step
            )}
          </>
        );
      }}
    </Form>
  );
}
