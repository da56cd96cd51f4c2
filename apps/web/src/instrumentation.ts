export async function register(): Promise<void> {
  // The build also compiles this file for the Edge runtime, which has no `process.exit`. With this
  // condition, Next omits the import from that build.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { checkStart } = await import("@/lib/backend/check-start.server");
  await checkStart();
}
