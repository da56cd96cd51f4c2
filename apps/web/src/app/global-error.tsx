"use client";

import { FailurePage } from "@/app/_components/failure/failure-page";
import { fontVariables } from "@/app/fonts";
import "./globals.css";

export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" className={fontVariables}>
      <body className="bg-canvas font-sans text-base text-ink">
        <FailurePage error={error} retry={retry} />
      </body>
    </html>
  );
}
