-- Emails list answers that are ready but not sent after the items that the contact has not started.

create or replace function private.asked_items(request_id uuid) returns jsonb
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

create or replace function private.mail_data(mail private.outbox) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  items jsonb;
  client jsonb := jsonb_build_object('client_name', (
    select c.name from public.requests r
    join public.clients c on c.id = r.client_id where r.id = mail.request_id));
begin
  if mail.kind = 'decision_digest' then
    items := private.mail_items(mail, '{partial,returned}');
  elsif mail.kind = 'staff_digest' then
    items := private.mail_items(mail, '{submitted}');
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
    return mail.data || client;
  end if;
  if items is null then
    return null;
  end if;
  return jsonb_build_object('items', items) || client;
end
$$;
