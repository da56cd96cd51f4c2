import { FirmLogo } from "@/features/orgs/components/firm-logo";
import type { Org } from "@/features/orgs/types";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { formatDateTime } from "@/lib/format/format";

/** The first line on paper: the firm at the left, the client at the right. */
export function PrintHeader({ org, client }: { org: Org; client: string }) {
  return (
    <div className="mb-4 hidden items-center justify-between gap-6 print:flex">
      <span className="flex items-center gap-2 font-semibold">
        <FirmLogo name={org.name} logoPath={org.logoPath} />
        {org.name}
      </span>
      <span>{page.preparedFor(client)}</span>
    </div>
  );
}

/** At the bottom of each sheet of paper. */
export function PrintFooter({ org, request, now }: { org: Org; request: Request; now: string }) {
  const when = formatDateTime(now, { timeZone: org.timeZone });
  return (
    <p className="fixed inset-x-0 bottom-0 hidden border-t border-line pt-1 text-2xs text-ink-muted print:block">
      {request.title} · {request.client.name} ·{" "}
      {page.printed(`${when} ${org.timeZone.replaceAll("_", " ")}`)}
    </p>
  );
}
