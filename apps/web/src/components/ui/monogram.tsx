import { hueOf, monogramOf } from "@/lib/format/monogram";
import { classNames } from "@/lib/style/class-names";

const SIZES = {
  22: "size-5.5 text-[0.59375rem]",
  28: "size-7 text-[0.71875rem]",
  36: "size-9 text-xs",
  40: "size-10 text-md",
  80: "size-20 text-2xl",
} as const;

const CORNERS = {
  22: "rounded-sm",
  28: "rounded-md",
  36: "rounded-md",
  40: "rounded-box",
  80: "rounded-lg",
} as const;

export type MonogramSize = keyof typeof SIZES;

/** Decorative unless `alt` is set, because the name is usually next to the picture. */
export function Monogram({
  id,
  name,
  shape,
  size = 28,
  imageUrl,
  alt = "",
  className,
}: {
  id: string;
  name: string;
  shape: "person" | "client";
  size?: MonogramSize;
  imageUrl?: string | null | undefined;
  alt?: string;
  className?: string;
}) {
  const look = classNames(
    "shrink-0",
    SIZES[size],
    shape === "person" ? "rounded-full" : CORNERS[size],
    className,
  );
  if (imageUrl) {
    return (
      <img
        src={imageUrl}
        alt={alt}
        width={size}
        height={size}
        className={classNames("picture object-cover", look)}
      />
    );
  }
  // CSS draws the letters, so that they are not part of an accessible name.
  return (
    <span
      aria-hidden
      data-initials={monogramOf(name)}
      data-hue={hueOf(id)}
      className={classNames(
        "monogram grid place-items-center leading-none font-heading before:content-[attr(data-initials)]",
        look,
      )}
    />
  );
}
