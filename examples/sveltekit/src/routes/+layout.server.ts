export async function load({ locals }) {
  const session = await locals.scope.session();
  const { status } = session;
  return { status, email: status === "authenticated" ? session.claims.email : undefined };
}
