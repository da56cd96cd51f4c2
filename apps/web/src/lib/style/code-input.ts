export const CODE_INPUT = "min-h-12 max-w-52 text-2xl/6! font-semibold tracking-[0.12em]!";
