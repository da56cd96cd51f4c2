-- The content is read when an email is sent, because rows may have changed since the email was
-- queued.

create function private.decision_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'client_name', (
      select c.name from public.requests r
      join public.clients c on c.id = r.client_id where r.id = mail.request_id),
    'items', jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'title', i.title, 'status', i.status, 'note', s.decision_note,
        'staff_name', private.staff_name(s.decided_by)))
      order by i.position))
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = i.status
    and s.no = (
      select max(newest.no) from public.submissions newest
      where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = mail.request_id and i.status in ('partial', 'returned')
    and i.id = any (private.digest_items(mail))
  having count(*) > 0
$$;
comment on function private.decision_mail_data(private.outbox) is
  'Returns the content of an email about decisions: its items in their current state; null if none '
  'is left.';

create function private.staff_digest_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with waiting as materialized (
    select i.request_id, jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'title', i.title,
        'contact_name', coalesce(
          (select c.name from public.contacts c
          join public.request_contacts rc on rc.contact_id = c.id and rc.request_id = i.request_id
          where c.user_id = s.submitted_by limit 1),
          private.user_name(s.submitted_by))))
      order by i.position) as items
    from public.items i
    join public.submissions s on s.item_id = i.id and s.status = i.status
      and s.no = (
        select max(newest.no) from public.submissions newest
        where newest.item_id = i.id and newest.status <> 'draft')
    where i.id = any (private.digest_items(mail)) and i.status = 'submitted'
    group by i.request_id
  ), listed as (
    select
      jsonb_agg(
        jsonb_build_object('id', r.id, 'title', r.title, 'client_name', c.name, 'items', w.items)
        order by c.name, r.title, r.id) as requests,
      case when count(distinct c.name) = 1 then min(c.name) end as client_name
    from waiting w
    join public.requests r on r.id = w.request_id and r.status = 'open'
    join public.clients c on c.id = r.client_id
    where exists (
      select from private.staff_readers(r.id) reader where reader.email = mail.to_email)
  )
  select jsonb_build_object(
    'requests', l.requests,
    -- A deliver-email from before migration 20261129233000 reads these two keys, and runs until the
    -- new functions are deployed after the migrations. Remove both keys in the next release.
    'client_name', l.client_name,
    'items', jsonb_path_query_array(l.requests, '$[*].items[*]'))
  from listed l
  where l.requests is not null
$$;
comment on function private.staff_digest_data(private.outbox) is
  'Returns the content of an email about new answers: those that still wait for a decision, by '
  'request; null if none is left. Omits requests about which the reader gets no more emails.';

create function private.asked_items(request_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with ready as materialized (
    select * from private.ready_items(asked_items.request_id)
  ), needed as (
    select i.*, exists (select from ready where ready.item_id = i.id) as is_ready
    from public.items i
    where i.request_id = asked_items.request_id and i.status in ('open', 'partial', 'returned')
  ), first as (
    select * from needed order by required desc, is_ready, position limit 5
  )
  select jsonb_build_object(
    'client_name', c.name, 'sender_name', private.staff_name(private.sender_of(r.id)),
    'required', (select count(*) from needed where required),
    'optional', (select count(*) from needed where not required),
    'asked', coalesce(
      (select jsonb_agg(
        jsonb_build_object(
          'title', f.title, 'help', left(f.help, 200), 'kind', f.kind, 'max_files', f.max_files,
          'required', f.required, 'status', f.status, 'is_ready', f.is_ready)
        order by f.required desc, f.is_ready, f.position)
      from first f),
      '[]'),
    'ready', array(select ready.title from ready))
  from public.requests r
  join public.clients c on c.id = r.client_id
  where r.id = asked_items.request_id
$$;
comment on function private.asked_items(uuid) is
  'Returns what a request still needs: numbers, up to five items, the client, the name of the '
  'person who sent it, and the titles of answers that are ready but not sent.';

create function private.invitation_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'invitation_id', i.id, 'role', i.role, 'inviter_name', private.user_name(i.invited_by))
  from public.invitations i
  where i.id = (mail.data ->> 'invitation_id')::uuid and i.status = 'pending'
    and private.may_invite(i.invited_by, i.org_id, i.role)
$$;
comment on function private.invitation_mail_data(private.outbox) is
  'Returns the content of an invitation''s email; null if it is no longer pending or its author '
  'may no longer create it.';

create function private.owner_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with person as (
    select case key when 'user_id' then 'name' else 'by' end as key, value::uuid as id
    from jsonb_each_text(mail.data) where key in ('user_id', 'actor_id')
  ), named as (
    -- A deleted account has no name, but the firm's events have it.
    select person.key, case
      when exists (select from auth.users u where u.id = person.id) then private.user_name(person.id)
      else (
        select e.actor_name from public.events e
        where e.org_id = mail.org_id and e.actor_id = person.id order by e.id desc limit 1)
      end as name
    from person
  ), reader as (
    select m.role = 'owner' and m.status = 'active' as is_owner, o.deleted_at is null as is_open
    from public.memberships m
    join public.orgs o on o.id = m.org_id
    join auth.users u on u.id = m.user_id and lower(u.email) = mail.to_email
    where m.org_id = mail.org_id and (
      (m.role = 'owner' and m.status = 'active') or m.user_id::text = mail.data ->> 'user_id')
  )
  select jsonb_object_agg(named.key, named.name) || jsonb_build_object(
    'action', mail.data ->> 'action', 'at', mail.created_at,
    'can_check', (select bool_and(reader.is_owner and reader.is_open) from reader))
  from named
  where exists (select from reader)
$$;
comment on function private.owner_mail_data(private.outbox) is
  'Returns the change of an owner, with its actor and time; null if the reader is neither an owner '
  'nor the person whose role changed.';

create function private.mail_data(mail private.outbox) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if mail.kind = 'decision_digest' then
    return private.decision_mail_data(mail);
  elsif mail.kind = 'staff_digest' then
    return private.staff_digest_data(mail);
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind = 'account_notice' then
    return private.notice_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'staff_notice' then
    return private.staff_notice_data(mail);
  elsif mail.kind = 'email_deferred' then
    return private.deferral_mail_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
  elsif mail.kind in ('request_sent', 'request_reopened', 'reminder') then
    return mail.data || private.asked_items(mail.request_id);
  else
    return mail.data || jsonb_build_object('client_name', (
      select c.name from public.requests r
      join public.clients c on c.id = r.client_id where r.id = mail.request_id));
  end if;
end
$$;
comment on function private.mail_data(private.outbox) is
  'Returns the current content of an email; null if there is nothing left to say.';
