import type { Route } from "next";
import Link from "next/link";
import { loadTemplates } from "@/features/templates/loaders";
import { strings } from "@/features/templates/strings";

export async function StarterLink({ slug }: { slug: string }) {
  const { active } = await loadTemplates(slug);
  if (active.length === 0) return null;
  return (
    <Link
      href={`/o/${slug}/templates` as Route}
      className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
    >
      {strings.startFrom}
    </Link>
  );
}
