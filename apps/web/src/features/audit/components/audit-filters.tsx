import { FilterChips } from "@/components/forms/filter-chips";
import { type AuditFilters, KINDS, type Kind } from "@/features/audit/schema";
import { whoGroups } from "@/features/audit/selectors";
import { strings } from "@/features/audit/strings";
import type { AuditPerson } from "@/features/audit/types";

const texts = strings.filter;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function AuditFilterChips({
  slug,
  filters: { kind, who },
  whoName,
  people,
  hasMorePeople,
}: {
  slug: string;
  filters: AuditFilters;
  /** The name of the selected person, who may be missing in `people`. */
  whoName: string | undefined;
  people: readonly AuditPerson[];
  hasMorePeople: boolean;
}) {
  const hrefWith = (changed: { kind?: Kind | undefined; who?: string | undefined }) => {
    const { kind: newKind, who: newWho } = { kind, who, ...changed };
    return {
      pathname: `/o/${slug}/settings/audit`,
      query: { ...(newKind ? { kind: newKind } : {}), ...(newWho ? { who: newWho } : {}) },
    };
  };
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center gap-2">
        <FilterChips
          addLabel={texts.add}
          removeLabel={texts.remove}
          filters={[
            {
              name: texts.kind,
              options: KIND_NAMES.map((name) => ({
                label: texts.kinds[name],
                href: hrefWith({ kind: name }),
                isCurrent: name === kind,
              })),
              set: kind ? { label: texts.kinds[kind], clear: hrefWith({ kind: undefined }) } : null,
            },
            ...whoGroups(people, who, whoName).map(({ heading, people: members }) => {
              const chosen = members.find(({ id }) => id === who);
              return {
                name: heading,
                options: members.map(({ id, name }) => ({
                  label: name,
                  href: hrefWith({ who: id }),
                  isCurrent: id === who,
                })),
                set: chosen ? { label: chosen.name, clear: hrefWith({ who: undefined }) } : null,
              };
            }),
          ]}
        />
      </div>
      {hasMorePeople ? (
        <p className="mt-1 text-xs text-ink-muted">{texts.firstOnly(people.length)}</p>
      ) : null}
    </div>
  );
}
