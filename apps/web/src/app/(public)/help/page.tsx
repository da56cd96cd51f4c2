import {
  BellRing,
  CircleSlash,
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
import { FirmFrame } from "@/app/_components/firm-frame";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { HelpHere } from "@/app/_components/help-link";
import { OwnSidebar, readRecentFirm } from "@/app/_components/own-sidebar";
import { SiteFrame } from "@/app/_components/site-frame";
import { AskingFirms } from "@/app/(public)/help/_components/asking-firms";
import { HelpContents } from "@/app/(public)/help/_components/help-contents";
import { HelpTopic } from "@/app/(public)/help/_components/help-topic";
import { strings } from "@/app/(public)/help/_components/strings";
import { KEYS } from "@/app/(staff)/o/[org]/keyboard-shortcuts";
import { Card } from "@/components/ui/card";
import { KeyList } from "@/components/ui/key-list";
import { PageHeader } from "@/components/ui/page-header";
import { SheetFrame } from "@/components/ui/sheet";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ToastProvider } from "@/components/ui/toast";
import { findFrameOrg } from "@/features/orgs/loaders";
import { findPublicRequest, loadAskingFirms } from "@/features/portal/loaders";
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
  { id: "does-not-apply", icon: CircleSlash, ...asked["does-not-apply"] },
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
      <p className="mt-1 mb-4 max-w-measure text-ink-muted">{lead}</p>
      <Card as="div" padded={false} className="divide-y divide-line overflow-hidden">
        {topics.map((topic) => (
          <HelpTopic key={topic.id} {...topic} />
        ))}
      </Card>
    </section>
  );
}

// public: visitors open this page without a session
export default guardedFrame(async function HelpPage({ searchParams }: PageProps<"/help">) {
  const publicId = firstValue((await searchParams).request);
  const firms = await loadAskingFirms(publicId);
  const request = publicId && firms.length > 0 ? await findPublicRequest(publicId) : null;
  const forContacts = {
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
  };
  if (publicId && request) {
    const requestHref = `/r/${encodeURIComponent(publicId)}`;
    return (
      <FirmFrame
        load={async () => ({ ...request, ...firms[0] })}
        homeHref={requestHref as Route}
        helpHref={`/help?request=${encodeURIComponent(publicId)}`}
        signOutNext={requestHref}
      >
        <PageHeader
          title={strings.title}
          crumbs={[{ href: requestHref as Route, label: strings.back }]}
        />
        <div className="flex flex-col gap-8">
          <HelpContents parts={[forContacts]} isNarrow />
          <Part {...forContacts} />
        </div>
      </FirmFrame>
    );
  }
  const isStaff = (await findFrameOrg(await readRecentFirm())) !== null;
  const parts = [
    forContacts,
    { id: "staff", title: strings.staff.title, lead: strings.staff.lead, topics: STAFF_TOPICS },
  ];
  if (isStaff) parts.reverse();
  const content = parts.map((part) => <Part key={part.id} {...part} />);
  // Each maximum width of a topic is a line of `max-w-measure`, the padding and the border. A sheet
  // has smaller text.
  if (isStaff) {
    return (
      <ToastProvider>
        <SheetFrame sidebar={<OwnSidebar />}>
          <SheetHeader title={strings.title} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[12.5rem_minmax(0,1fr)] side:gap-10">
            <HelpContents
              parts={parts}
              className="max-w-117.5 lg:top-18 lg:max-h-[calc(100dvh-6rem)]"
            />
            <div className="flex max-w-117.5 min-w-0 flex-col gap-10">{content}</div>
          </div>
        </SheetFrame>
      </ToastProvider>
    );
  }
  return (
    <SiteFrame help={<HelpHere />}>
      <PageHeader title={strings.title} lead={strings.lead} />
      <div className="grid items-start gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <HelpContents parts={parts} className="max-w-132.5 lg:top-6 lg:max-h-[calc(100dvh-3rem)]" />
        <div className="flex max-w-132.5 min-w-0 flex-col gap-10">{content}</div>
      </div>
    </SiteFrame>
  );
});
