import { classNames } from "@/lib/style/class-names";

export function BrandMark({ className = "size-7" }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className={classNames("shrink-0", className)}>
      <path
        d="M5.5 3H14a11 11 0 0 1 0 22H5.5A1.5 1.5 0 0 1 4 23.5v-19A1.5 1.5 0 0 1 5.5 3Z"
        className="fill-primary"
      />
      <path
        d="m9 14.3 3.3 3.3 6.2-6.7"
        className="fill-none stroke-on-primary"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-bold tracking-[-0.02em]">
      {/* The left seventh of the mark is empty, so move the drawing to the edge. */}
      <BrandMark className="-ml-1 size-7" />
      Dossier
    </span>
  );
}
