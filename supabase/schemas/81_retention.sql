create function public.expire_invitations(max_rows int default 500) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
  expired int := 0;
begin
  for invitation in
    select * from (
      select * from public.invitations i
      where i.status = 'pending' and i.expires_at <= private.clock()
      order by i.expires_at limit max_rows for update skip locked
    ) due
    -- Two transactions that lock the chains of firms in different orders could deadlock.
    order by due.org_id, due.expires_at
  loop
    update public.invitations i set status = 'expired' where i.id = invitation.id;
    perform private.record_event(
      private.system_actor(), invitation.org_id, null, 'invitation.expired', 'invitation',
      invitation.id);
    expired := expired + 1;
  end loop;
  return expired;
end
$$;
comment on function public.expire_invitations(int) is
  'System: expires invitations that no one accepted within seven days.';
grant execute on function public.expire_invitations(int) to service_role;

create function public.archive_requests(max_rows int default 200) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  archived int := 0;
begin
  for request in
    select * from public.requests r
    where r.status in ('complete', 'cancelled')
      and r.closed_at <= private.clock() - interval '90 days'
    order by r.closed_at limit max_rows for update skip locked
  loop
    update public.requests r set status = 'archived', version = r.version + 1
    where r.id = request.id;
    perform private.record_event(
      private.system_actor(), request.org_id, request.id, 'request.archived', 'request',
      request.id, '{"status":"archived"}');
    archived := archived + 1;
  end loop;
  return archived;
end
$$;
comment on function public.archive_requests(int) is
  'System: archives requests that closed at least 90 days ago.';
grant execute on function public.archive_requests(int) to service_role;

create function private.requests_to_purge(max_rows int) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(due.id), '{}') from (
    select kept.id from public.orgs o
    cross join lateral (
      select r.id, r.closed_at from public.requests r
      where r.org_id = o.id and r.status = 'archived'
        and r.closed_at <= private.clock() - make_interval(days => o.retention_days)
      order by r.closed_at limit max_rows
    ) kept
    order by kept.closed_at limit max_rows
  ) due
$$;
comment on function private.requests_to_purge(int) is
  'Returns archived requests that are past their firm''s retention, oldest first. Reads the '
  'index once per firm.';

create function public.purge_requests(max_rows int default 20) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  firms uuid[] := '{}';
  purged int := 0;
begin
  for request in
    select * from public.requests r
    where r.id = any (private.requests_to_purge(max_rows)) and r.status = 'archived'
    -- Two transactions that lock the chains of firms in different orders could deadlock.
    order by r.org_id, r.id for update skip locked
  loop
    delete from public.requests r where r.id = request.id;
    perform private.record_event(
      private.system_actor(), request.org_id, null, 'request.purged', 'request', request.id);
    firms := firms || request.org_id;
    purged := purged + 1;
  end loop;
  -- A digest about several requests belongs to none of them, so it is deleted after the last one.
  delete from private.outbox m
  where m.org_id = any (firms) and m.kind = 'staff_digest' and m.request_id is null
    and not exists (select from public.items i where i.id = any (private.digest_items(m)));
  return purged;
end
$$;
comment on function public.purge_requests(int) is
  'System: deletes archived requests that are past their retention. Their events remain, and '
  'their objects are marked for deletion.';
grant execute on function public.purge_requests(int) to service_role;

create function public.purge_orgs() returns int
language plpgsql security definer set search_path = ''
as $$
declare
  doomed uuid;
  deleted int;
begin
  select o.id into doomed from public.orgs o
  where o.deleted_at < private.clock() - interval '30 days'
  order by o.deleted_at limit 1 for update skip locked;
  if doomed is null then
    return 0;
  end if;
  -- Delete in parts, so that no call takes long: first events, then requests, then the rest.
  delete from public.events e where e.id in (
    select slice.id from public.events slice
    where slice.org_id = doomed order by slice.id limit 10000);
  get diagnostics deleted = row_count;
  if deleted > 0 then
    return 0;
  end if;
  delete from public.requests r where r.id in (
    select slice.id from public.requests slice where slice.org_id = doomed limit 50);
  get diagnostics deleted = row_count;
  if deleted > 0 then
    return 0;
  end if;
  delete from public.orgs o where o.id = doomed;
  return 1;
end
$$;
comment on function public.purge_orgs() is
  'System: deletes part of a firm that was deleted 30 days ago. Returns 1 when nothing of the '
  'firm is left.';
grant execute on function public.purge_orgs() to service_role;
