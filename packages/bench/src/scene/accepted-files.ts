import { createHash, randomUUID } from "node:crypto";
import type { LocalBackend } from "@dossier/local-backend";
import pg from "pg";

export interface FilledRequest {
  requestId: string;
  slug: string;
  bytes: number;
}

interface Place {
  org_id: string;
  slug: string;
  request_id: string;
  item_id: string;
  id: string;
  author_id: string;
}

const FIND_ACCEPTED = `
  select s.id, s.org_id, o.slug, s.request_id, s.item_id, s.author_id
  from public.submissions s
  join public.items i on i.id = s.item_id and i.kind = 'file'
  join public.requests r on r.id = s.request_id and r.status = 'complete'
  join public.orgs o on o.id = s.org_id
  where s.status = 'accepted' limit 1`;

const ADD_ROW = `
  insert into public.files (org_id, request_id, item_id, submission_id, uploader_id, uploader_kind,
    name, bytes, mime, detected_mime, sha256, path, status, shared_at)
  values ($1, $2, $3, $4, $5, 'contact', $6, $7, 'text/plain', 'text/plain', $8, $9, 'ready', now())`;

export async function addAcceptedFiles(
  { urls, keys }: LocalBackend,
  { count, fileBytes }: { count: number; fileBytes: number },
): Promise<FilledRequest> {
  const db = new pg.Client({ connectionString: urls.db });
  await db.connect();
  try {
    const [place] = (await db.query<Place>(FIND_ACCEPTED)).rows;
    if (!place) throw new Error("The demo data holds no accepted file.");
    const { org_id, request_id, item_id, id, author_id, slug } = place;
    for (let no = 0; no < count; no++) {
      const content = Buffer.alloc(fileBytes, `file ${no} of ${count}\n`);
      const path = `${org_id}/${request_id}/${item_id}/${randomUUID()}.txt`;
      const stored = await fetch(`${urls.api}/storage/v1/object/documents/${path}`, {
        method: "POST",
        headers: { apikey: keys.secret, "content-type": "text/plain" },
        body: content,
      });
      if (!stored.ok) throw new Error(`File ${no} was refused: ${stored.status}.`);
      await stored.body?.cancel();
      const sha256 = createHash("sha256").update(content).digest("hex");
      const where = [org_id, request_id, item_id, id, author_id];
      await db.query(ADD_ROW, [...where, `${no}.txt`, fileBytes, sha256, path]);
    }
    return { requestId: request_id, slug, bytes: count * fileBytes };
  } finally {
    await db.end();
  }
}
