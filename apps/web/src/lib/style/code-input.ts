export const CODE_INPUT = "h-12 max-w-52 py-0! text-2xl! font-semibold tracking-[0.12em]!";
