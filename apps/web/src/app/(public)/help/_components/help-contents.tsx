import { ChevronDown } from "lucide-react";
import { strings } from "@/app/(public)/help/_components/strings";
import { TopicNav } from "@/app/(public)/help/_components/topic-nav";
import { classNames } from "@/lib/style/class-names";

export type HelpPart = {
  id: string;
  title: string;
  topics: readonly { id: string; title: string }[];
};

function Parts({ parts }: { parts: readonly HelpPart[] }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
      {parts.map((part) => (
        <li key={part.id}>
          <a
            href={`#${part.id}`}
            className="inline-flex min-h-8 items-center font-semibold hover:underline aria-[current]:text-accent pointer-coarse:min-h-11"
          >
            {part.title}
          </a>
          <ul className="mt-1 border-l border-line">
            {part.topics.map((topic) => (
              <li key={topic.id}>
                <a
                  href={`#${topic.id}`}
                  className="-ml-px flex min-h-8 items-center border-l border-transparent pl-4 text-ink-muted hover:text-ink hover:underline aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:min-h-11"
                >
                  {topic.title}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

export function HelpContents({
  parts,
  className,
  isNarrow = false,
}: {
  parts: readonly HelpPart[];
  className?: string;
  /**
   * True if the page has one narrow column on every screen. The list is then always in a
   * disclosure.
   */
  isNarrow?: boolean;
}) {
  return (
    <TopicNav
      label={strings.contents}
      className={classNames(
        "text-sm",
        !isNarrow && "lg:sticky lg:-m-1 lg:overflow-y-auto lg:p-1",
        className,
      )}
    >
      <details className={isNarrow ? undefined : "lg:hidden"}>
        <summary className="flex min-h-11 list-none items-center gap-2 rounded-box border border-line bg-surface px-4 font-semibold [&::-webkit-details-marker]:hidden">
          {strings.contents}
          <ChevronDown
            aria-hidden
            className="ml-auto size-4 text-ink-muted [details[open]>summary>&]:rotate-180"
          />
        </summary>
        <div className="mt-3">
          <Parts parts={parts} />
        </div>
      </details>
      {isNarrow ? null : (
        <div className="max-lg:hidden">
          <Parts parts={parts} />
        </div>
      )}
    </TopicNav>
  );
}
