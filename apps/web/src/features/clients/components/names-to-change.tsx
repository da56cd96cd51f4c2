import type { Route } from "next";
import Link from "next/link";
import { Banner } from "@/components/ui/banner";
import { strings } from "@/features/clients/strings";
import type { NameToChange } from "@/features/clients/types";
import { tidyName } from "@/lib/forms/names";

/** Lists stored names that break rules that were added later. */
export function NamesToChange({ slug, names }: { slug: string; names: readonly NameToChange[] }) {
  if (names.length === 0) return null;
  return (
    <div className="mb-4">
      <Banner tone="warning">
        <p className="font-medium">{strings.namesToChange(names.length)}</p>
        <p>{strings.namesToChangeLead(names.length)}</p>
        <ul>
          {names.map(({ kind, clientId, name }, index) => (
            <li key={index}>
              <Link
                className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11 wrap-anywhere"
                href={
                  (clientId
                    ? `/o/${slug}/clients/${clientId}`
                    : `/o/${slug}/settings/general`) as Route
                }
              >
                {`${strings.nameKind[kind]}: ${tidyName(name, kind === "firm") || name}`}
              </Link>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
