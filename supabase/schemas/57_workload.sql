-- The counts in the navigation and in the side column of the inbox.

create function private.count_open(
  org_id uuid, assignee_id uuid, due_from date, due_to date, wanted text default 'open'
) returns int
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  return (
    select count(*)::int from (
      select from public.requests r
      where r.org_id = count_open.org_id and r.status = wanted
        and (count_open.assignee_id is null or r.assignee_id = count_open.assignee_id)
        and (due_from is null or r.due_on >= due_from) and (due_to is null or r.due_on <= due_to)
      limit 10001
    ) counted);
end
$$;
comment on function private.count_open(uuid, uuid, date, date, text) is
  'Returns the number of requests in a status, by assignee and due date, at most 10,001.';

create function public.count_work(org_id uuid) returns table (
  to_review int, to_review_mine int, open_requests int, open_mine int, overdue int,
  due_this_week int, bounced int, drafts int, requests int)
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(count_work.org_id);
  today date := private.today(count_work.org_id);
begin
  return query select
    private.count_to_review(count_work.org_id, null),
    private.count_to_review(count_work.org_id, actor.id),
    private.count_open(count_work.org_id, null, null, null),
    private.count_open(count_work.org_id, actor.id, null, null),
    private.count_open(count_work.org_id, null, null, today - 1),
    private.count_open(count_work.org_id, null, today, private.sunday(today)),
    (select count(*)::int from (
      select from public.contacts c
      join public.clients owner on owner.id = c.client_id and owner.archived_at is null
      where c.org_id = count_work.org_id and c.status = 'bounced' limit 10001) counted),
    private.count_open(count_work.org_id, null, null, null, 'draft'),
    (select count(*)::int from (
      select from public.requests r where r.org_id = count_work.org_id limit 10001) counted);
end
$$;
comment on function public.count_work(uuid) is
  'Returns the counts that the navigation shows to staff, each at most 10,001.';
grant execute on function public.count_work(uuid) to authenticated;

create function private.may_remind(request public.requests) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return request.status = 'open' and private.has_work_left(request.id)
    and not exists (
      select from public.reminders m
      where m.request_id = request.id and m.manual
        and m.due_at > private.clock() - interval '24 hours')
    and exists (
      select from public.request_contacts rc
      join public.contacts c
        on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
      where rc.request_id = request.id and not exists (
        select from private.outbox m
        where m.request_id = rc.request_id and m.contact_id = rc.contact_id
          and m.kind = 'request_sent' and m.status = 'deferred'));
end
$$;
comment on function private.may_remind(public.requests) is
  'Returns whether remind_contacts would send a reminder now.';

create function private.overdue_requests(org_id uuid, today date, max_rows int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with late as (
      select r.id from public.requests r
      where r.org_id = overdue_requests.org_id and r.status = 'open' and r.due_on < today
      order by r.due_on, r.id limit max_rows
    )
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'request_id', r.id, 'title', r.title, 'client_id', c.id, 'client_name', c.name,
        'due_on', r.due_on, 'days_late', today - r.due_on,
        'missing', (
          select count(*) from public.items i
          where i.request_id = r.id and i.required and i.status in ('open', 'partial', 'returned')),
        'reminded_today', exists (
          select from public.reminders m
          where m.org_id = r.org_id and m.request_id = r.id and m.status in ('queued', 'sent')
            and (m.due_at at time zone o.time_zone)::date = today),
        'may_remind', private.may_remind(r))
      order by r.due_on, r.id), '[]')
    from late l
    join public.requests r on r.id = l.id
    join public.orgs o on o.id = r.org_id
    join public.clients c on c.id = r.client_id);
end
$$;
comment on function private.overdue_requests(uuid, date, int) is
  'Returns the overdue requests of a firm, longest overdue first, with what is missing and whether '
  'contacts may be reminded.';

create function private.due_days(org_id uuid, first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with due as (
      select r.id, r.due_on, r.client_id from public.requests r
      where r.org_id = due_days.org_id and r.status = 'open'
        and r.due_on between first_day and last_day
      order by r.due_on, r.id limit 10001
    ), days as (
      select distinct on (d.due_on) d.due_on, d.id, c.id as client_id, c.name,
        count(*) over (partition by d.due_on) as total
      from due d join public.clients c on c.id = d.client_id
      order by d.due_on, c.name, d.id
    )
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'due_on', d.due_on, 'total', d.total, 'request_id', d.id, 'client_id', d.client_id,
        'client_name', d.name)
      order by d.due_on), '[]')
    from days d);
end
$$;
comment on function private.due_days(uuid, date, date) is
  'Returns the days on which open requests are due, each with their number and the first client.';

create function public.get_inbox_side(org_id uuid, max_rows int default 5) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most int := least(greatest(coalesce(max_rows, 5), 1), 20);
  today date;
begin
  perform private.require_staff(get_inbox_side.org_id);
  today := private.today(get_inbox_side.org_id);
  return jsonb_build_object(
    'overdue', private.overdue_requests(get_inbox_side.org_id, today, most),
    'due_this_week', private.due_days(get_inbox_side.org_id, today, private.sunday(today)),
    'bounced', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'contact_id', b.id, 'name', b.name, 'email', b.email, 'client_id', b.client_id,
          'client_name', b.client_name)
        order by b.name, b.id), '[]')
      from (
        select c.id, c.name, c.email, c.client_id, owner.name as client_name
        from public.contacts c
        join public.clients owner on owner.id = c.client_id and owner.archived_at is null
        where c.org_id = get_inbox_side.org_id and c.status = 'bounced'
        order by c.name, c.id limit most
      ) b),
    'drafts', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'request_id', d.id, 'title', d.title, 'client_id', d.client_id, 'client_name', d.name,
          'saved_at', d.updated_at)
        order by d.updated_at desc, d.id), '[]')
      from (
        select r.id, r.title, r.updated_at, c.id as client_id, c.name
        from public.requests r join public.clients c on c.id = r.client_id
        where r.org_id = get_inbox_side.org_id and r.status = 'draft'
        order by r.updated_at desc, r.id limit most
      ) d));
end
$$;
comment on function public.get_inbox_side(uuid, int) is
  'Returns the first overdue requests, bounced contacts and drafts of a firm to its staff, and '
  'the days of this week on which requests are due.';
grant execute on function public.get_inbox_side(uuid, int) to authenticated;
