import type { Route } from "next";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { whoOptions } from "@/features/audit/permissions";
import { type AuditFilters, KINDS, type Kind } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
import type { AuditPerson } from "@/features/audit/types";

const texts = strings.filter;

/** Sends a GET request, so that the URL contains the filters. */
export function AuditFiltersForm({
  slug,
  filters,
  people,
  hasMorePeople,
}: {
  slug: string;
  filters: AuditFilters;
  people: readonly AuditPerson[];
  hasMorePeople: boolean;
}) {
  return (
    <search aria-label={texts.label}>
      <form method="get" className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-48">
          <Select
            name="kind"
            label={texts.kind}
            placeholder={texts.anyKind}
            defaultValue={filters.kind ?? ""}
            options={(Object.keys(KINDS) as Kind[]).map((kind) => ({
              value: kind,
              label: texts.kinds[kind],
            }))}
          />
        </div>
        <div className="min-w-0 grow basis-48">
          <Select
            name="who"
            label={texts.who}
            placeholder={texts.anybody}
            defaultValue={filters.who ?? ""}
            options={whoOptions(people, filters.who)}
            hint={hasMorePeople ? texts.newestOnly(people.length) : undefined}
          />
        </div>
        <button type="submit" className={buttonClasses("secondary")}>
          {texts.submit}
        </button>
        {filters.kind || filters.who ? (
          <Link
            href={`/o/${slug}/settings/audit` as Route}
            className="link inline-flex min-h-11 items-center"
          >
            {texts.clear}
          </Link>
        ) : null}
      </form>
    </search>
  );
}
