import type { ReactNode } from "react";
import { ResendForm } from "@/features/auth/components/resend-form";

/** The texts and links below the button of a page that asks for an emailed code. */
export function CodeHelp({
  sent,
  help,
  children,
}: {
  sent: { flow: string; sentAt: number; resendInSeconds: number } | null | undefined;
  help: string;
  /** A link or button that leads back to the form for the email address. */
  children: ReactNode;
}) {
  return (
    <div className="mt-3">
      {sent ? (
        <ResendForm flow={sent.flow} sentAt={sent.sentAt} resendInSeconds={sent.resendInSeconds} />
      ) : null}
      <p className="mt-6 mb-2 text-sm text-ink-muted">{help}</p>
      {children}
    </div>
  );
}
