import { UserRound } from "lucide-react";
import { FillButton } from "@/features/auth/components/fill-button";
import { strings } from "@/features/auth/strings";

const texts = strings.demo;

export function DemoHints({ mailboxUrl }: { mailboxUrl: string | undefined }) {
  return (
    <aside
      aria-labelledby="demo-title"
      className="mt-8 rounded-lg border border-line bg-sunken p-4 text-sm"
    >
      <h2 id="demo-title" className="font-semibold">
        {texts.title}
      </h2>
      <p className="mt-1 text-ink-muted">{texts.lead}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {texts.people.map((person) => (
          <li key={person.email} className="flex items-center gap-3">
            <UserRound aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            <span className="min-w-0 grow">
              <span className="block font-medium">
                {person.name} · {person.role}
              </span>
              <span className="block truncate text-ink-muted">{person.email}</span>
            </span>
            <FillButton email={person.email} password={texts.password}>
              {texts.use}
              <span className="sr-only"> {texts.fill(person.name)}</span>
            </FillButton>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-muted">
        {strings.fields.password}: <code className="font-mono">{texts.password}</code>
      </p>
      <p className="mt-3">
        {texts.portalLead}{" "}
        <a href={texts.portalHref} className="link">
          {texts.portal}
        </a>
      </p>
      {mailboxUrl ? (
        <p className="mt-3">
          {texts.mailboxLead}{" "}
          <a href={mailboxUrl} className="link">
            {texts.mailbox}
          </a>
        </p>
      ) : null}
    </aside>
  );
}
