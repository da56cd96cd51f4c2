import { backendUrl, publishableKey } from "./addresses";
import type { Person } from "./people";

export type StoredFileRow = { id: string; status: string; bytes: number; sha256: string | null };

export async function readAccessToken({ page }: Person): Promise<string> {
  const session = await page.evaluate(async () => {
    const answer = await fetch("/auth/session", { headers: { "x-backend-client": "1" } });
    return (await answer.json()) as { accessToken?: string };
  });
  if (!session.accessToken) throw new Error("No user is signed in.");
  return session.accessToken;
}

export async function readFileRow(person: Person, name: string): Promise<StoredFileRow> {
  const token = await readAccessToken(person);
  const query = new URLSearchParams({ select: "id,status,bytes,sha256", name: `eq.${name}` });
  const answer = await fetch(`${backendUrl}/rest/v1/files?${query}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
  });
  const [row, ...others] = (await answer.json()) as StoredFileRow[];
  if (!row || others.length > 0) throw new Error(`Not one file is named ${name}.`);
  return row;
}
