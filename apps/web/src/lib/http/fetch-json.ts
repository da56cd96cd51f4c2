export async function fetchJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(path, { signal });
  // A redirect, for example to the sign-in page, returns a document instead of JSON.
  const isData = answer.headers.get("content-type")?.startsWith("application/json");
  if (!answer.ok || !isData) throw new Error(`${path} returned ${answer.status}.`);
  return (await answer.json()) as T;
}
