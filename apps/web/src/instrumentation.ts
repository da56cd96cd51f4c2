export async function register(): Promise<void> {
  // Next evaluates this condition at build time and leaves the import out of the Edge build, which
  // has no `process.exit`.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { checkStart } = await import("@/lib/backend/check-start.server");
  await checkStart();
}
