import { toInitialSession } from "@dossier/backend-client";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { FailureBoundary } from "@/app/_components/failure/failure-boundary";
import { NavigationPending } from "@/app/_components/navigation-pending";
import { SessionBanner } from "@/app/_components/session-banner";
import { SessionProvider } from "@/app/_components/session-provider";
import { fontVariables } from "@/app/fonts";
import { SessionEvents } from "@/features/auth/components/session-events";
import { strings as auth } from "@/features/auth/strings";
import { StepUpProvider } from "@/features/mfa/components/step-up-provider";
import { browserConfig } from "@/lib/backend/backend";
import { getSession } from "@/lib/backend/backend.server";
import { readTheme } from "@/lib/style/theme.server";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Dossier", template: "%s · Dossier" },
  description: "Get every document and answer from your clients, checked, with proof.",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f4f1" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0e10" },
  ],
};

/** Sends the session to the browser without the access token and the refresh token. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // Render each document on request: its nonce must be new, and the configuration is unknown during
  // the build.
  await connection();
  const [session, theme] = await Promise.all([getSession(), readTheme()]);
  return (
    <html lang="en" className={fontVariables} data-theme={theme === "system" ? undefined : theme}>
      <body className="group/body bg-canvas font-sans text-base text-ink">
        <SessionProvider config={browserConfig()} initialSession={toInitialSession(session)}>
          {session.status === "unavailable" ? <SessionBanner /> : null}
          <StepUpProvider>
            <FailureBoundary isPage>{children}</FailureBoundary>
          </StepUpProvider>
          <SessionEvents texts={auth.events} />
          <NavigationPending />
        </SessionProvider>
      </body>
    </html>
  );
}
