import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ImportForm } from "@/features/clients/components/import-form";
import { strings } from "@/features/clients/strings";
import { loadOrg } from "@/features/orgs/loaders";

export const metadata: Metadata = { title: strings.import.title };

export default guarded(async function ImportClientsPage({
  params,
}: PageProps<"/o/[org]/clients/import">) {
  const org = await loadOrg((await params).org);
  return (
    <>
      <SheetHeader
        title={strings.import.title}
        lead={strings.import.lead}
        crumbs={[{ href: `/o/${org.slug}/clients` as Route, label: strings.title }]}
      />
      <div className="max-w-text">
        <p className="mb-2 text-sm text-ink-muted">{strings.import.example}</p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
          tabIndex={0}
          className="mb-6 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm"
        >
          {strings.import.sample}
        </pre>
        <ImportForm org={{ id: org.id, slug: org.slug }} />
      </div>
    </>
  );
});
