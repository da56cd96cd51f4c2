import { Fragment } from "react";

/** Keeps words with a hyphen on one line. The font has no non-breaking hyphen. */
export function UnbrokenWords({ children }: { children: string }) {
  return children.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
