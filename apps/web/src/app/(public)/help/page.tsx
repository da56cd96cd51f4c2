import {
  Ban,
  BellRing,
  ClipboardCheck,
  FileCheck2,
  Keyboard,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  MessageCircleQuestion,
  ScrollText,
  Send,
  ShieldCheck,
  Undo2,
  UsersRound,
  WifiOff,
} from "lucide-react";
import type { Metadata, Route } from "next";
import type { ReactNode } from "react";
import { guardedFrame } from "@/app/_components/guarded";
import { HelpHere } from "@/app/_components/help-link";
import { KEYS } from "@/app/_components/keys";
import { SiteFrame } from "@/app/_components/site-frame";
import { AskingFirms } from "@/app/(public)/help/_components/asking-firms";
import { HelpContents } from "@/app/(public)/help/_components/help-contents";
import { HelpTopic } from "@/app/(public)/help/_components/help-topic";
import { strings } from "@/app/(public)/help/_components/strings";
import { Card } from "@/components/ui/card";
import { KeyList } from "@/components/ui/key-list";
import { PageHeader } from "@/components/ui/page-header";
import { loadAskingFirms } from "@/features/portal/loaders";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: strings.title };

type Topic = { id: string; icon: LucideIcon; title: string; steps?: readonly string[] } & {
  text?: readonly string[];
  children?: ReactNode;
};

const asked = strings.contacts.topics;
const CONTACT_TOPICS: readonly Topic[] = [
  { id: "code", icon: KeyRound, ...asked.code },
  { id: "files", icon: FileCheck2, ...asked.files },
  { id: "connection", icon: WifiOff, ...asked.connection },
  { id: "does-not-apply", icon: Ban, ...asked["does-not-apply"] },
  { id: "withdraw", icon: Undo2, ...asked.withdraw },
  { id: "who-sees", icon: UsersRound, ...asked["who-sees"] },
  { id: "reminded", icon: BellRing, ...asked.reminded },
];

const work = strings.staff.topics;
const STAFF_TOPICS: readonly Topic[] = [
  { id: "first-request", icon: Send, ...work["first-request"] },
  { id: "deciding", icon: ClipboardCheck, ...work.deciding },
  { id: "reminders", icon: BellRing, ...work.reminders },
  { id: "proof", icon: ScrollText, ...work.proof },
  { id: "keys", icon: Keyboard, ...work.keys, children: <KeyList keys={KEYS} /> },
  { id: "security", icon: ShieldCheck, ...work.security },
  { id: "trouble", icon: LifeBuoy, ...work.trouble },
];

function Part({
  id,
  title,
  lead,
  topics,
}: {
  id: string;
  title: string;
  lead: string;
  topics: readonly Topic[];
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-xl font-heading">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-ink-muted">{lead}</p>
      <Card as="div" padded={false} className="divide-y divide-line overflow-hidden">
        {topics.map((topic) => (
          <HelpTopic key={topic.id} {...topic} />
        ))}
      </Card>
    </section>
  );
}

// public
export default guardedFrame(async function HelpPage({ searchParams }: PageProps<"/help">) {
  const publicId = firstValue((await searchParams).request);
  const firms = await loadAskingFirms(publicId);
  const requestHref =
    publicId && firms.length > 0 ? `/r/${encodeURIComponent(publicId)}` : undefined;
  const parts = [
    {
      id: "contacts",
      title: strings.contacts.title,
      lead: strings.contacts.lead,
      topics: [
        ...CONTACT_TOPICS,
        {
          id: "ask",
          icon: MessageCircleQuestion,
          title: strings.ask.title,
          text: [strings.ask.lead],
          children: <AskingFirms firms={firms} />,
        },
      ],
    },
    { id: "staff", title: strings.staff.title, lead: strings.staff.lead, topics: STAFF_TOPICS },
  ];
  return (
    <SiteFrame
      homeHref={(requestHref ?? "/") as Route}
      signOutNext={requestHref ?? "/"}
      help={<HelpHere />}
    >
      <PageHeader
        title={strings.title}
        lead={strings.lead}
        crumbs={requestHref ? [{ href: requestHref as Route, label: strings.back }] : undefined}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <HelpContents parts={parts} />
        <div className="flex min-w-0 flex-col gap-10">
          {parts.map((part) => (
            <Part key={part.id} {...part} />
          ))}
        </div>
      </div>
    </SiteFrame>
  );
});
