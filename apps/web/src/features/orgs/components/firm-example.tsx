import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";

const texts = strings.general;

export function FirmExample({ org }: { org: OrgSettings }) {
  return (
    <>
      <p className="mb-2 font-semibold">{texts.example}</p>
      <div className="rounded-lg border border-line p-4 text-sm text-ink">
        <p className="flex min-w-0 items-center gap-2.5 font-semibold">
          <FirmLogo size={32} name={org.name} logoPath={org.logoPath} />
          <span dir="auto" className="min-w-0 truncate">
            {org.name}
          </span>
        </p>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
          <dt className="text-ink-subtle">{texts.from}</dt>
          <dd className="wrap-anywhere">{texts.sender(org.name)}</dd>
          <dt className="text-ink-subtle">{texts.repliesTo}</dt>
          <dd className="wrap-anywhere">{org.replyEmail}</dd>
        </dl>
        {org.postalAddress ? (
          <p
            dir="auto"
            className="mt-3 border-line border-t pt-3 text-ink-muted text-xs wrap-anywhere"
          >
            {`${org.name}, ${org.postalAddress}`}
          </p>
        ) : null}
      </div>
    </>
  );
}
