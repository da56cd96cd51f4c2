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
      <h3 id={id} className="text-md font-heading">
        {title}
      </h3>
      {lead ? <p className="mt-1 max-w-text text-ink-muted">{lead}</p> : null}
      <div className="mt-5">{children}</div>
    </Card>
  );
}
