import { Circle, CircleCheck } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { ButtonLink } from "@/components/ui/button";
import { hideSetup } from "@/features/setup/actions";
import { strings } from "@/features/setup/strings";
import { SETUP_STEPS, type Setup, type SetupStep } from "@/features/setup/types";
import { classNames } from "@/lib/style/class-names";

function Step({ name, isDone, action }: { name: SetupStep; isDone: boolean; action: ReactNode }) {
  const { title, text } = strings.steps[name];
  const Mark = isDone ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 grow basis-64 items-start gap-3">
        <Mark
          aria-hidden
          className={classNames(
            "mt-0.5 size-4 shrink-0",
            isDone ? "text-success-mark" : "text-waiting-mark",
          )}
        />
        <div className="min-w-0">
          <p className={isDone ? "text-ink-muted" : "font-semibold"}>
            {title}
            <span className="sr-only">, {isDone ? strings.done : strings.toDo}</span>
          </p>
          {isDone ? null : <p className="text-xs text-ink-muted">{text}</p>}
        </div>
      </div>
      {isDone ? null : <div className="flex flex-wrap gap-2 max-md:pl-7">{action}</div>}
    </li>
  );
}

export function SetupList({
  org,
  setup,
  trial,
}: {
  org: { id: string; slug: string };
  setup: Setup;
  trial: ReactNode;
}) {
  const link = (path: string, label: string) => (
    <ButtonLink href={`/o/${org.slug}/${path}` as Route} variant="secondary">
      {label}
    </ButtonLink>
  );
  const { steps } = strings;
  const actions: Record<SetupStep, ReactNode> = {
    brand: link("settings/brand", steps.brand.action),
    reply_email: link("settings/general", steps.reply_email.action),
    team: link("settings/team", steps.team.action),
    clients: (
      <>
        {link("clients/new", steps.clients.action)}
        {link("clients/import", steps.clients.other)}
      </>
    ),
    trial,
  };
  const done = SETUP_STEPS.filter((step) => setup[step]).length;
  return (
    <section aria-labelledby="setup" className="mx-(--gutter) mt-5 lg:max-w-text">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="setup" className="text-lg font-heading">
            {strings.title}
          </h2>
          <p className="text-ink-muted">{strings.lead(done, SETUP_STEPS.length)}</p>
        </div>
        <Form action={hideSetup} id="hide-setup" label={strings.dismiss}>
          <input type="hidden" name="org_id" value={org.id} />
          {/* The negative margins align the button's text with the rows: on phones at the start
              of the rows, on wider screens at the end. */}
          <SubmitButton variant="quiet" size="sm" className="-mx-2.5">
            {strings.dismiss}
          </SubmitButton>
        </Form>
      </div>
      <ol className="mt-3 divide-y divide-line border-y border-line">
        {SETUP_STEPS.map((step) => (
          <Step key={step} name={step} isDone={setup[step]} action={actions[step]} />
        ))}
      </ol>
    </section>
  );
}
