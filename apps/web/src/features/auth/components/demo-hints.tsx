import { ChevronRight, type LucideIcon, Mail, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import { Monogram } from "@/components/ui/monogram";
import { signIn } from "@/features/auth/actions";
import { strings } from "@/features/auth/strings";

const texts = strings.demo;
const ROW = "w-full justify-start! gap-3! px-3! text-left text-sm!";

function DemoLink({
  href,
  icon: Icon,
  children,
}: {
  href: string;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <a href={href} className={buttonClasses("secondary", "md", ROW)}>
      <Icon aria-hidden className="mx-1.5 size-4 text-ink-muted" />
      <span className="min-w-0 grow font-normal">{children}</span>
      <ChevronRight aria-hidden className="size-4 text-ink-subtle" />
    </a>
  );
}

export function DemoHints({
  next,
  mailboxUrl,
}: {
  next: string | undefined;
  mailboxUrl: string | undefined;
}) {
  return (
    <aside aria-labelledby="demo-title" className="mt-6 border-t border-line pt-5 text-sm">
      <h2 id="demo-title" className="text-base font-semibold">
        {texts.title}
      </h2>
      <p className="mt-0.5 text-ink-muted">{texts.lead}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {texts.people.map(({ id, name, role, email }) => (
          <li key={email}>
            <Form action={signIn} id={`demo-${email}`} label={`${texts.signInAs} ${name}`}>
              <input type="hidden" name="next" value={next ?? ""} />
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="password" value={texts.password} />
              <SubmitButton variant="secondary" name="intent" value="password" className={ROW}>
                <Monogram id={id} name={name} shape="person" />
                <span className="grow">
                  <span className="sr-only">{texts.signInAs} </span>
                  {name} <span className="ml-1 font-normal text-ink-muted">{role}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 text-ink-subtle" />
              </SubmitButton>
            </Form>
          </li>
        ))}
        <li>
          <DemoLink href={texts.portalHref} icon={Smartphone}>
            {texts.portal}
          </DemoLink>
        </li>
        {mailboxUrl ? (
          <li>
            <DemoLink href={mailboxUrl} icon={Mail}>
              {texts.mailbox}
            </DemoLink>
          </li>
        ) : null}
      </ul>
    </aside>
  );
}
