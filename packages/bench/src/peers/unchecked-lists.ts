/**
 * Queries that return the same rows as the functions behind the app's screens, but check no
 * permissions. A superuser (`supabase_admin`) runs them, so row-level security does not apply.
 */

const ASKED = `cross join lateral (
    select jsonb_build_object(
        'accepted', count(*) filter (where i.required and i.status = 'accepted'),
        'submitted', count(*) filter (where i.required and i.status = 'submitted'),
        'partial', count(*) filter (where i.required and i.status = 'partial'),
        'returned', count(*) filter (where i.required and i.status = 'returned'),
        'open', count(*) filter (where i.required and i.status = 'open'),
        'waived', count(*) filter (where i.required and i.status = 'waived'),
        'optional', count(*) filter (where not i.required),
        'waiting', count(*) filter (where i.status = 'submitted')) as progress,
      (count(*) filter (where not i.required))::int as optional_items
    from public.items i where i.request_id = r.id
  ) asked`;

const ASSIGNEE = `r.assignee_id, p.name as assignee_name, p.avatar_path as assignee_avatar_path`;

const today = (org: string) =>
  `(select (now() at time zone o.time_zone)::date from public.orgs o where o.id = ${org})`;

export const list = (org: string) => `
  with page as (
    select r.* from public.requests r
    where r.org_id = ${org} and r.status = 'open' order by r.due_on, r.id limit 50
  )
  select r.id, r.title, r.status, r.due_on, greatest(${today(org)} - r.due_on, 0) as days_late,
    c.id as client_id, c.name as client_name, c.ref as client_ref, asked.progress,
    asked.optional_items,
    ${ASSIGNEE}, r.sent_at,
    coalesce(
      (select e.at from public.events e
      where e.request_id = r.id and e.action <> 'file.opened' and e.actor_kind <> 'system'
      order by e.id desc limit 1),
      r.updated_at) as last_activity_at,
    r.due_on::text as key,
    (select count(*)::int from (
      select from public.requests a where a.org_id = ${org} and a.status = 'open' limit 10001
    ) counted) as total,
    0 as skipped
  from page r
  join public.clients c on c.id = r.client_id
  left join public.profiles p on p.user_id = r.assignee_id
  ${ASKED}
  order by r.due_on, r.id`;

export const count = (org: string) => `
  select count(*)::int as count_inbox from (
    select from public.items i
    where i.org_id = ${org} and i.submitted_at is not null limit 10001
  ) counted`;

export const inbox = (org: string) => `
  with waiting as (
    select i.request_id as id, count(*)::int as items, min(i.submitted_at) as oldest_at
    from public.items i
    where i.org_id = ${org} and i.submitted_at is not null
    group by i.request_id
  ), grouped as materialized (
    select w.*, r.due_on < ${today(org)} as is_late
    from waiting w join public.requests r on r.id = w.id
  ), page as (
    select * from grouped g order by not g.is_late, g.oldest_at, g.id limit 20
  )
  select r.id as request_id, r.title, c.id as client_id, c.name as client_name, r.due_on,
    page.is_late, greatest(${today(org)} - r.due_on, 0) as days_late, ${ASSIGNEE}, asked.progress,
    page.items as waiting, page.oldest_at, sent.items,
    case when page.is_late then 'late ' else 'due ' end
      || to_char(page.oldest_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key,
    (select count(*)::int from grouped) as groups, (select sum(items)::int from grouped) as total,
    0 as skipped
  from page
  join public.requests r on r.id = page.id
  join public.clients c on c.id = r.client_id
  left join public.profiles p on p.user_id = r.assignee_id
  ${ASKED}
  cross join lateral (
    with oldest as (
      select i.id, i.title, i.kind, i.submitted_at from public.items i
      where i.org_id = ${org} and i.request_id = r.id and i.submitted_at is not null
      order by i.submitted_at, i.id limit 5
    )
    select jsonb_agg(
      jsonb_build_object(
        'id', o.id, 'title', o.title, 'kind', o.kind, 'no', s.no, 'submitted_at', o.submitted_at,
        'sender_id', s.submitted_by, 'sender_kind', s.submitted_kind,
        'sender_name', sender.name, 'not_applicable', s.not_applicable,
        'note', left(split_part(s.client_note, E'\\n', 1), 120), 'files', f.files, 'bytes', f.bytes,
        'types', f.types, 'file_name', case when f.files = 1 then f.name end,
        'text', left(split_part(s.answer ->> 'text', E'\\n', 1), 120),
        'choices', s.answer -> 'choices', 'date', s.answer ->> 'date')
      order by o.submitted_at, o.id) as items
    from oldest o
    join public.submissions s on s.item_id = o.id and s.status = 'submitted'
    left join public.profiles sender on sender.user_id = s.submitted_by
    cross join lateral (
      select count(*) as files, coalesce(sum(f.bytes), 0) as bytes, min(f.name) as name,
        to_jsonb((array_agg(distinct split_part(f.detected_mime, ';', 1))
          filter (where f.detected_mime is not null))[:5]) as types
      from public.files f where f.submission_id = s.id and f.status = 'ready'
    ) f
  ) sent
  order by not page.is_late, page.oldest_at, r.id`;
