import type pg from "pg";

export interface LargeFirm {
  orgId: string;
  userId: string;
}

const STAFF = "5eed0001-0000-4000-8000-00000000000a";
const FIRM = "5eed0001-0000-4000-8000-00000000000b";

/**
 * SQL that creates about one million items of 1,000 firms. The measured firm has 2,500 clients,
 * 10,000 open requests, and about 10,000 items to review in about 1,000 requests.
 */
const STEPS = [
  // Turn off triggers and foreign key checks, which would take most of the time.
  "set session_replication_role = replica",
  `insert into auth.users
    (id, email, confirmation_token, recovery_token, email_change_token_new, email_change)
  values ('${STAFF}', 'staff@large.example', '', '', '', '')`,
  `insert into public.profiles (user_id, name) values ('${STAFF}', 'Mia Chen')`,
  `insert into public.orgs (id, name, slug, time_zone, reply_email)
  select case n when 1 then '${FIRM}' else gen_random_uuid() end, 'Firm ' || n, 'firm-' || n,
    'Europe/London', 'office@firm.example'
  from generate_series(1, 1000) n`,
  `insert into public.memberships (org_id, user_id, role) values ('${FIRM}', '${STAFF}', 'member')`,
  `insert into public.clients (org_id, name, ref)
  select o.id, 'Client ' || n, 'R-' || n
  from public.orgs o, generate_series(1, case o.slug when 'firm-1' then 2500 else 10 end) n`,
  `insert into public.contacts (org_id, client_id, name, email)
  select c.org_id, c.id, 'Contact of ' || c.ref, 'contact@' || c.id || '.example'
  from public.clients c`,
  `insert into public.requests
    (org_id, client_id, title, status, due_on, created_by, sent_at, created_at, assignee_id)
  select c.org_id, c.id, 'Annual accounts ' || n, 'open', current_date + (no * 4 + n)::int % 300,
    '${STAFF}', now(), now() - (no * 4 + n) * interval '1 minute', '${STAFF}'
  from (select c.*, row_number() over (order by c.id) as no from public.clients c) c,
    generate_series(1, case c.org_id when '${FIRM}' then 4 else 9 end) n`,
  `insert into public.items (org_id, request_id, position, kind, title, status, submitted_at)
  select r.org_id, r.id, n, 'text', 'Item ' || n,
    case when r.no % 10 = 0 then 'submitted' when n % 3 = 0 then 'accepted' else 'open' end,
    case when r.no % 10 = 0 then r.created_at + n * interval '1 minute' end
  from (select r.*, row_number() over (order by r.id) as no from public.requests r) r,
    generate_series(1, 10) n`,
  `insert into public.submissions
    (org_id, request_id, item_id, no, status, answer, author_id, submitted_by, submitted_kind,
      submitted_at)
  select i.org_id, i.request_id, i.id, 1, 'submitted', '{"text": "Two people joined in March."}',
    '${STAFF}', '${STAFF}', 'staff', i.submitted_at
  from public.items i where i.submitted_at is not null`,
  `insert into public.events
    (org_id, request_id, chain, no, actor_kind, actor_id, actor_name, action, entity, at, prev_hash,
      hash)
  select r.org_id, r.id, r.id, 1, 'staff', '${STAFF}', 'Mia Chen', 'request.sent', 'request',
    r.created_at, '', ''
  from public.requests r`,
  "set session_replication_role = origin",
  "vacuum analyze",
];

/** Creates the rows. The connection `owner` must be that of a superuser. */
export async function growLargeFirm(owner: pg.Client): Promise<LargeFirm> {
  for (const step of STEPS) await owner.query(step);
  return { orgId: FIRM, userId: STAFF };
}
