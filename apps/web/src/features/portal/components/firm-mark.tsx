import { backend } from "@/lib/backend/backend";

/** The logo is decorative, because the firm's name is next to it. */
export function FirmMark({ firm, logoPath }: { firm: string; logoPath: string | null }) {
  if (logoPath) {
    const path = logoPath.split("/").map(encodeURIComponent).join("/");
    return (
      <img
        src={`${backend.url}/storage/v1/object/public/images/${path}`}
        alt=""
        width={48}
        height={48}
        className="size-12 shrink-0 rounded-md border border-line bg-surface object-contain"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="grid size-12 shrink-0 place-items-center rounded-md bg-accent-soft text-xl font-heading text-accent"
    >
      {firm.slice(0, 1).toUpperCase()}
    </span>
  );
}
