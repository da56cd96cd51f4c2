import { extensionOf } from "@/features/files/schema";

const MAX_CHARACTERS = 4;

export function FileMark({ name }: { name: string }) {
  const extension = extensionOf(name).slice(0, MAX_CHARACTERS).toUpperCase();
  return (
    <span
      aria-hidden
      data-extension={extension}
      className="grid h-12 w-10 shrink-0 place-items-end justify-center rounded-xs border border-line bg-sunken bg-[repeating-linear-gradient(var(--color-line)_0_2px,transparent_2px_5px)] bg-size-[1.625rem_1.0625rem] bg-position-[center_0.4375rem] bg-no-repeat pb-1 text-2xs leading-3 font-semibold text-ink-muted before:content-[attr(data-extension)] print:hidden"
    />
  );
}
