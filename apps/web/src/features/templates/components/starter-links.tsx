import type { Route } from "next";
import Link from "next/link";
import { loadTemplates } from "@/features/templates/loaders";
import { strings } from "@/features/templates/strings";

const SHOWN = 3;

export async function StarterLinks({ slug }: { slug: string }) {
  const { active } = await loadTemplates(slug);
  if (active.length === 0) return null;
  return (
    <div className="mt-4">
      <p>{strings.startFrom}</p>
      <ul className="mt-1">
        {active.slice(0, SHOWN).map(({ id, title }) => (
          <li key={id}>
            <Link
              href={`/o/${slug}/requests/new?template=${id}` as Route}
              className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
