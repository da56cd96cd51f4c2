export async function fetchJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal });
  // A redirect, for example to the sign-in page, returns a document instead of JSON.
  const isData = response.headers.get("content-type")?.startsWith("application/json");
  if (!response.ok || !isData) throw new Error(`${path} returned ${response.status}.`);
  return (await response.json()) as T;
}
