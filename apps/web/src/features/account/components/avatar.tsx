import { classNames } from "@/lib/class-names";

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

export function Avatar({
  name,
  url,
  alt = "",
  className = "size-20 text-2xl",
}: {
  name: string;
  url: string | null;
  /** Empty if the name is shown next to the image. */
  alt?: string;
  className?: string;
}) {
  if (!url) {
    // Drawn by CSS, so that the letters are not part of an accessible name.
    return (
      <span
        aria-hidden
        data-initials={initialsOf(name) || "?"}
        className={classNames(
          "grid before:content-[attr(data-initials)] shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent",
          className,
        )}
      />
    );
  }
  return (
    <img
      src={url}
      alt={alt}
      width={80}
      height={80}
      className={classNames("shrink-0 rounded-full bg-sunken object-cover", className)}
    />
  );
}
