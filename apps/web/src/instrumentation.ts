export async function register(): Promise<void> {
  // With this condition, Next omits the import from the Edge build, which has no `process.exit`.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { checkStart } = await import("@/lib/backend/check-start.server");
  await checkStart();
}
