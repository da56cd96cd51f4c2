import type { Firm } from "./firm";
import type { Stage } from "./stage";

const ADDED_ROWS = 120;

/** Adds rows of which many have the same sort key, so that some pages end between equal keys. */
export async function fillLists({ sql }: Stage, firm: Firm): Promise<void> {
  await sql(
    `insert into public.clients (org_id, name)
     select $1, case when no % 2 = 0 then 'Same, "quoted" (name)' else 'Client ' || no end
     from generate_series(1, $2::int) no`,
    [firm.orgId, ADDED_ROWS],
  );
  await sql(
    `insert into public.requests (org_id, client_id, public_id, title, message, status, due_on,
       created_by, sent_at, created_at)
     select r.org_id, r.client_id, md5(no::text), 'Request ' || no, '', 'open',
       current_date + no % 3, r.created_by, now(), now() - (no % 3) * interval '1 day'
     from public.requests r, generate_series(1, $2::int) no where r.id = $1`,
    [firm.requestId, ADDED_ROWS],
  );
  await sql(
    `select private.record_event(private.system_actor(), $1, null, 'org.saved', 'org', $1)
     from generate_series(1, $2::int)`,
    [firm.orgId, ADDED_ROWS],
  );
}

export async function readPages<Row extends { id: unknown }, Key>(
  readPage: (after: Key | undefined) => Promise<{ rows: Row[]; next: Key | null }>,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let after: Key | undefined;
  for (;;) {
    const { rows, next } = await readPage(after);
    pages.push(rows.map(({ id }) => id));
    if (!next) return pages;
    after = next;
  }
}
