import type { ReactNode } from "react";
import { ResendForm } from "@/features/auth/components/resend-form";

export function CodeHelp({
  sent,
  help,
  children,
}: {
  sent: { flow: string; sentAt: number; resendInSeconds: number } | null | undefined;
  help: string;
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
