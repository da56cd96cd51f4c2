import { strings } from "@/app/(public)/help/_components/strings";

export type HelpPart = {
  id: string;
  title: string;
  topics: readonly { id: string; title: string }[];
};

export function HelpContents({ parts }: { parts: readonly HelpPart[] }) {
  return (
    <nav
      aria-label={strings.contents}
      data-print="hide"
      className="text-sm lg:sticky lg:top-6 lg:-m-1 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:p-1"
    >
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
        {parts.map((part) => (
          <li key={part.id}>
            <a
              href={`#${part.id}`}
              className="inline-flex min-h-8 items-center font-semibold hover:underline pointer-coarse:min-h-11"
            >
              {part.title}
            </a>
            <ul className="mt-1 border-l border-line">
              {part.topics.map((topic) => (
                <li key={topic.id}>
                  <a
                    href={`#${topic.id}`}
                    className="flex min-h-8 items-center pl-4 text-ink-muted hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    {topic.title}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
