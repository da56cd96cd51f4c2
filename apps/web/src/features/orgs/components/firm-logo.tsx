import { imageUrl } from "@/lib/backend/image-url";
import { monogramOf } from "@/lib/format/monogram";
import { classNames } from "@/lib/style/class-names";

const SIZES = {
  28: "size-7 rounded-md text-[0.71875rem]",
  32: "size-8 rounded-md text-xs",
  40: "size-10 rounded-box text-md",
} as const;

export function FirmLogo({
  name,
  logoPath,
  size = 28,
}: {
  name: string;
  logoPath: string | null;
  size?: keyof typeof SIZES;
}) {
  if (logoPath) {
    return (
      <img
        src={imageUrl(logoPath)}
        alt=""
        width={size}
        height={size}
        // Firms design transparent logos for light pages, so keep the background light in dark
        // mode.
        className={classNames("picture shrink-0 bg-white object-contain", SIZES[size])}
      />
    );
  }
  return (
    <span
      aria-hidden
      data-initials={monogramOf(name)}
      className={classNames(
        "grid shrink-0 place-items-center bg-firm-fill font-heading leading-none text-on-primary before:content-[attr(data-initials)]",
        SIZES[size],
      )}
    />
  );
}
