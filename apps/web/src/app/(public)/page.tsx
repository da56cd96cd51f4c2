import {
  BadgeCheck,
  BellOff,
  FileCheck2,
  KeyRound,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  Undo2,
} from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import { ChecklistPicture } from "@/app/(public)/_components/checklist-picture";
import { strings } from "@/app/(public)/_components/strings";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { readEnvironment } from "@/env";
import { strings as accountStrings } from "@/features/account/strings";
import { loadGuest } from "@/features/auth/loaders";

export const metadata: Metadata = { title: { absolute: strings.title } };

const REASON_ICONS: readonly LucideIcon[] = [
  KeyRound,
  Undo2,
  FileCheck2,
  ScrollText,
  BellOff,
  ShieldCheck,
];

// public
export default guardedFrame(async function LandingPage({ searchParams }: PageProps<"/">) {
  await loadGuest();
  const { account } = await searchParams;
  const { isDemo } = readEnvironment();
  return (
    <SiteFrame>
      {account === "deleted" ? (
        <div className="mb-8">
          <Banner tone="success" title={accountStrings.deletion.done} live />
        </div>
      ) : null}
      {isDemo ? (
        <p className="mb-8 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
          {strings.demo.text}{" "}
          <Link href="/sign-in" className="link">
            {strings.demo.link}
          </Link>
        </p>
      ) : null}
      <Hero />
      <Steps />
      <Reasons />
      <section
        aria-labelledby="closing"
        className="mt-20 flex flex-col items-center gap-4 rounded-xl bg-accent-soft px-6 py-14 text-center"
      >
        <h2 id="closing" className="text-3xl font-heading">
          {strings.closing.title}
        </h2>
        <p className="text-ink-muted">{strings.closing.lead}</p>
        <ButtonLink href="/sign-up" className="mt-2">
          {strings.hero.signUp}
        </ButtonLink>
      </section>
    </SiteFrame>
  );
});

function Hero() {
  const texts = strings.hero;
  return (
    <section
      aria-labelledby="headline"
      className="grid items-start gap-12 py-4 lg:grid-cols-[1.1fr_1fr] lg:py-10"
    >
      <div>
        <h1 id="headline" className="text-display font-bold tracking-tight">
          {texts.headline.map((sentence) => (
            <span key={sentence} className="block">
              {sentence}{" "}
            </span>
          ))}
        </h1>
        <p className="mt-6 max-w-text text-lg text-ink-muted">{texts.lead}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/sign-up">{texts.signUp}</ButtonLink>
          <ButtonLink href="/sign-in" variant="secondary">
            {texts.signIn}
          </ButtonLink>
        </div>
        <p className="mt-5 flex items-start gap-2 text-sm text-ink-muted">
          <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          {texts.reassurance}
        </p>
      </div>
      <ChecklistPicture />
    </section>
  );
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="mt-20">
      <h2 id="steps" className="text-2xl font-heading">
        {strings.steps.title}
      </h2>
      <ol className="mt-6 grid gap-8 md:grid-cols-3">
        {strings.steps.items.map((step, index) => (
          <li key={step.title} className="border-t-2 border-accent pt-4">
            <span aria-hidden className="text-sm font-semibold text-accent">
              {index + 1}
            </span>
            <h3 className="mt-1 text-lg font-heading">{step.title}</h3>
            <p className="mt-2 text-ink-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Reasons() {
  return (
    <section aria-labelledby="reasons" className="mt-20">
      <h2 id="reasons" className="text-2xl font-heading">
        {strings.reasons.title}
      </h2>
      <ul className="mt-6 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {strings.reasons.items.map((reason, index) => {
          const Icon = REASON_ICONS[index] ?? ShieldCheck;
          return (
            <li key={reason.title} className="bg-surface p-6">
              <Icon aria-hidden className="size-6 text-accent" />
              <h3 className="mt-3 font-semibold">{reason.title}</h3>
              <p className="mt-1 text-ink-muted">{reason.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
