import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

export function SettingsSection({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <Card labelledBy={id}>
      <h2 id={id} className="text-lg font-heading">
        {title}
      </h2>
      {lead ? <p className="mt-1 max-w-text text-ink-muted">{lead}</p> : null}
      <div className="mt-5">{children}</div>
    </Card>
  );
}
