export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0">
        <rect width="28" height="28" rx="7" className="fill-accent" />
        <path
          d="M8 8.5A1.5 1.5 0 0 1 9.500 7H13l2 2.500h3.500A1.500 1.500 0 0 1 20 11v8.500a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 8 19.500z"
          className="fill-on-accent opacity-30"
        />
        <path
          d="m10.500 15 2.600 2.600 5-5.200"
          className="fill-none stroke-on-accent"
          strokeWidth="2.200"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Dossier
    </span>
  );
}
