import type { Route } from "next";
import Link from "next/link";
import { loadTemplates } from "@/features/templates/loaders";
import { strings } from "@/features/templates/strings";

const SHOWN = 3;

export async function StarterLinks({ slug }: { slug: string }) {
  const { active } = await loadTemplates(slug);
  if (active.length === 0) return null;
  return (
    <span className="mt-3 block">
      {strings.startFrom}{" "}
      {active.slice(0, SHOWN).map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 ? " · " : ""}
          <Link
            href={`/o/${slug}/requests/new?template=${id}` as Route}
            className="link inline-flex min-h-11 items-center"
          >
            {title}
          </Link>
        </span>
      ))}
    </span>
  );
}
