-- The inbox: answers that wait for a decision, grouped by request.

create function private.first_line(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return left(split_part(value, E'\n', 1), 120);
end
$$;
comment on function private.first_line(text) is
  'Returns the start of a text: its first line, at most 120 characters.';

create function private.sender_name(submission public.submissions) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if submission.submitted_kind = 'staff' then
    return private.user_name(submission.submitted_by);
  end if;
  return coalesce(
    (select c.name from public.contacts c
    join public.request_contacts rc
      on rc.contact_id = c.id and rc.request_id = submission.request_id
    where c.user_id = submission.submitted_by limit 1),
    -- The contact was removed after submitting the answer.
    (select e.actor_name from public.events e
    where e.request_id = submission.request_id and e.entity_id = submission.item_id
      and e.action = 'item.submitted' order by e.id desc limit 1));
end
$$;
comment on function private.sender_name(public.submissions) is
  'Returns the name of the person who submitted an answer.';

create function private.items_to_review(org_id uuid, request_id uuid, max_items int)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with oldest as (
      select i.id, i.title, i.kind, i.submitted_at from public.items i
      where i.org_id = items_to_review.org_id and i.request_id = items_to_review.request_id
        and i.submitted_at is not null
      order by i.submitted_at, i.id limit max_items
    )
    select jsonb_agg(
      jsonb_build_object(
        'id', o.id, 'title', o.title, 'kind', o.kind, 'no', s.no, 'submitted_at', o.submitted_at,
        'sender_id', s.submitted_by, 'sender_kind', s.submitted_kind,
        'sender_name', private.sender_name(s),
        'not_applicable', s.not_applicable, 'note', private.first_line(s.client_note),
        'files', sent.files, 'bytes', sent.bytes, 'types', sent.types,
        'file_name', case when sent.files = 1 then sent.name end,
        'text', private.first_line(s.answer ->> 'text'), 'choices', s.answer -> 'choices',
        'date', s.answer ->> 'date')
      order by o.submitted_at, o.id)
    from oldest o
    join public.submissions s on s.item_id = o.id and s.status = 'submitted'
    cross join lateral (
      select count(*) as files, coalesce(sum(f.bytes), 0) as bytes, min(f.name) as name,
        to_jsonb((array_agg(distinct split_part(f.detected_mime, ';', 1))
          filter (where f.detected_mime is not null))[:5]) as types
      from public.files f where f.submission_id = s.id and f.status = 'ready'
    ) sent);
end
$$;
comment on function private.items_to_review(uuid, uuid, int) is
  'Returns the items of a request that wait for a decision, oldest first, and what was sent.';

create function private.inbox_page(
  org_id uuid, assignee_id uuid, has_key boolean, key_late boolean, key_at timestamptz,
  key_id uuid, max_rows int, backward boolean
) returns table (request_id uuid, is_late boolean, waiting int, oldest_at timestamptz, groups int,
  total int, skipped int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  today date := private.today(inbox_page.org_id);
begin
  return query
    with waiting as (
      select i.request_id as id, count(*)::int as items, min(i.submitted_at) as oldest_at
      from public.items i
      where i.org_id = inbox_page.org_id and i.submitted_at is not null
      group by i.request_id
    ), grouped as materialized (
      select w.*, r.due_on < today as is_late,
        row_number() over (order by r.due_on >= today, w.oldest_at, w.id)::int as no
      from waiting w join public.requests r on r.id = w.id
      where inbox_page.assignee_id is null or r.assignee_id = inbox_page.assignee_id
    ), page as (
      select g.* from grouped g
      where not has_key
        or not backward and (not g.is_late, g.oldest_at, g.id) > (not key_late, key_at, key_id)
        or backward and (not g.is_late, g.oldest_at, g.id) < (not key_late, key_at, key_id)
      order by case when has_key and backward then -g.no else g.no end limit max_rows
    )
    select p.id, p.is_late, p.items, p.oldest_at, (select count(*)::int from grouped),
      (select sum(items)::int from grouped), (min(p.no) over ()) - 1
    from page p order by p.no;
end
$$;
comment on function
  private.inbox_page(uuid, uuid, boolean, boolean, timestamptz, uuid, int, boolean) is
  'Returns requests with items to review, late ones first, then by their oldest item; of one '
  'assignee or of all. Starts after a key, or ends before it if backward is true.';

create function public.list_inbox(
  org_id uuid, mine boolean default false, page_key text default null, page_id uuid default null,
  max_rows int default 20, backward boolean default false
) returns table (
  request_id uuid, title text, client_id uuid, client_name text, due_on date, is_late boolean,
  days_late int, assignee_id uuid, assignee_name text, assignee_avatar_path text, progress jsonb,
  waiting int, oldest_at timestamptz, items jsonb, key text, groups int, total int, skipped int)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  actor private.actor := private.require_staff(list_inbox.org_id);
  today date := private.today(list_inbox.org_id);
  key_late boolean;
  key_at timestamptz;
begin
  if page_id is not null then
    if page_key !~ '^(late|due) ' then
      perform private.invalid('page_key', 'format');
    end if;
    key_late := page_key like 'late %';
    key_at := private.read_instant(split_part(page_key, ' ', 2), 'page_key');
  end if;
  return query
    with page as materialized (
      select * from private.inbox_page(
        list_inbox.org_id, case when mine then actor.id end, page_id is not null, key_late,
        key_at, page_id, least(greatest(coalesce(max_rows, 20), 1), 50), backward)
    )
    select r.id, r.title, c.id, c.name, r.due_on, page.is_late, greatest(today - r.due_on, 0),
      r.assignee_id,
      case when p.name <> '' then p.name
        when r.assignee_id is not null then private.user_name(r.assignee_id) end,
      p.avatar_path,
      asked.progress, page.waiting, page.oldest_at,
      private.items_to_review(r.org_id, r.id, 5),
      case when page.is_late then 'late ' else 'due ' end || private.instant_text(page.oldest_at),
      page.groups, page.total, page.skipped
    from page
    join public.requests r on r.id = page.request_id
    join private.request_progress(array(select request_id from page)) asked
      on asked.request_id = r.id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by not page.is_late, page.oldest_at, r.id;
end
$$;
comment on function public.list_inbox(uuid, boolean, text, uuid, int, boolean) is
  'Returns a firm''s requests with items to review to its staff, with up to five items each: '
  'late requests first, then by the oldest item. Starts after the key of a row, or ends before it '
  'if backward is true.';
grant execute on function public.list_inbox(uuid, boolean, text, uuid, int, boolean)
  to authenticated;

create function private.count_to_review(org_id uuid, assignee_id uuid) returns int
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if assignee_id is null then
    return (
      select count(*)::int from (
        select from public.items i
        where i.org_id = count_to_review.org_id and i.submitted_at is not null limit 10001
      ) counted);
  end if;
  return (
    select count(*)::int from (
      select from public.requests r
      join public.items i
        on i.org_id = r.org_id and i.request_id = r.id and i.submitted_at is not null
      where r.org_id = count_to_review.org_id and r.status = 'open'
        and r.assignee_id = count_to_review.assignee_id
      limit 10001
    ) counted);
end
$$;
comment on function private.count_to_review(uuid, uuid) is
  'Returns the number of items to review, of one assignee or of all, at most 10,001.';

create function public.count_inbox(org_id uuid, mine boolean default false) returns int
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(count_inbox.org_id);
begin
  return private.count_to_review(count_inbox.org_id, case when mine then actor.id end);
end
$$;
comment on function public.count_inbox(uuid, boolean) is
  'Returns how many items the staff of a firm, or the caller alone, have to review, at most '
  '10,001.';
grant execute on function public.count_inbox(uuid, boolean) to authenticated;
