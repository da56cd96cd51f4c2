// integration: begin
import { BackendProvider } from "@dossier/backend-client/react";
// integration: end
import type { Metadata } from "next";
import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { Account } from "@/app/account";
import { clientState } from "@/lib/backend";
import "@/app/style.css";

export const metadata: Metadata = { title: { default: "Home · Notes", template: "%s · Notes" } };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <BackendProvider {...clientState()}>
          <header>
            <nav aria-label="Main">
              <Link href="/">Home</Link>
              <Link href="/notes">Notes</Link>
              <Link href="/stream">Streamed</Link>
              <Suspense>
                <Account />
              </Suspense>
            </nav>
          </header>
          <main>{children}</main>
        </BackendProvider>
      </body>
    </html>
  );
}
