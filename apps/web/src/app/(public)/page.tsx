import type { Metadata } from "next";
import type { ReactNode } from "react";
import { guardedIn } from "@/app/_components/guarded";
import { AudienceSection, Closing } from "@/app/(public)/_components/audience-section";
import { Features } from "@/app/(public)/_components/features";
import { Hero } from "@/app/(public)/_components/hero";
import { COLUMN, LandingFrame } from "@/app/(public)/_components/landing-frame";
import { Steps } from "@/app/(public)/_components/steps";
import { strings } from "@/app/(public)/_components/strings";
import { Banner } from "@/components/ui/banner";
import { readEnvironment } from "@/env";
import { strings as accountStrings } from "@/features/account/strings";
import { loadGuest } from "@/features/auth/loaders";

export const metadata: Metadata = { title: { absolute: strings.title } };

// Does not use `SiteFrame`, so that visitors do not load the code of its account menu.
const inLandingFrame = (message: ReactNode) => (
  <LandingFrame>
    <div className={COLUMN}>{message}</div>
  </LandingFrame>
);

// public: visitors open this page without a session
export default guardedIn(
  inLandingFrame,
  async function LandingPage({ searchParams }: PageProps<"/">) {
    await loadGuest();
    const { account } = await searchParams;
    const { isDemo } = readEnvironment();
    return (
      <LandingFrame>
        {account === "deleted" ? (
          <div className={COLUMN}>
            <Banner tone="success" title={accountStrings.deletion.done} live />
          </div>
        ) : null}
        <Hero isDemo={isDemo} />
        <Steps />
        <Features />
        <AudienceSection />
        <Closing />
      </LandingFrame>
    );
  },
);
