import { Fragment } from "react";

/**
 * The font has no non-breaking hyphen, so an element around each hyphenated word prevents a line
 * break.
 */
export function UnbrokenWords({ children }: { children: string }) {
  return children.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="inline-block max-w-full wrap-anywhere">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
