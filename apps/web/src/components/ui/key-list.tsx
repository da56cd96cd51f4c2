import { Fragment } from "react";

export type KeyMeaning = { keys: readonly (readonly string[])[]; meaning: string };

export function KeyList({ keys: shortcuts }: { keys: readonly KeyMeaning[] }) {
  return (
    <dl className="grid grid-cols-1 text-sm sm:grid-cols-[auto_1fr]">
      {shortcuts.map(({ keys: ways, meaning }) => (
        <div
          key={meaning}
          className="border-line py-1.5 not-last:border-b sm:col-span-2 sm:grid sm:grid-cols-subgrid sm:items-center sm:gap-x-6"
        >
          <dt className="whitespace-nowrap text-xs text-ink-subtle">
            {ways.map((way, index) => (
              <Fragment key={way.join(" ")}>
                {index > 0 ? " or " : null}
                {way.map((key, place) => (
                  <Fragment key={key}>
                    {place > 0 ? " " : null}
                    <kbd className="inline-block py-0.5">{key}</kbd>
                  </Fragment>
                ))}
              </Fragment>
            ))}
          </dt>
          <dd className="max-sm:mt-1">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
