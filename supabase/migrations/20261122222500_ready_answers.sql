-- Answers that are ready and were not sent, for the contact's pages, the reminder and the firm's count.

create or replace function private.is_ready(item public.items, draft public.submissions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_answerable(item, draft);
  perform private.check_changed(item, draft);
  return true;
exception when sqlstate 'PT409' or sqlstate 'PT422' then
  return false;
end
$$;
comment on function private.is_ready(public.items, public.submissions) is
  'Whether submit_item would take the draft now.';

create or replace function private.ready_items(request_id uuid) returns table (
  item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.title, s.no, s.version
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = 'draft'
  join public.requests r on r.id = i.request_id and r.status = 'open'
  where i.request_id = ready_items.request_id and i.status in ('open', 'partial', 'returned')
    -- What staff prepare on a contact's behalf is theirs to send.
    and not exists (
      select from public.memberships m where m.org_id = i.org_id and m.user_id = s.author_id)
    and private.is_ready(i, s)
  order by i.position
$$;
comment on function private.ready_items(uuid) is
  'Items of an open request whose contact''s draft is ready and was not sent, in their order.';

create or replace function public.list_ready_items() returns table (
  request_id uuid, item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  select r.id, ready.item_id, ready.title, ready.no, ready.version
  from public.requests r
  cross join lateral private.ready_items(r.id) ready
  where r.id = any ((select private.my_request_ids())::uuid[]) and r.status = 'open'
    and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
$$;
comment on function public.list_ready_items() is
  'Answers of a contact, over all firms, that are ready and were not sent.';
grant execute on function public.list_ready_items() to authenticated;

create or replace function public.count_ready_items(request_id uuid) returns int
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_request_staff(count_ready_items.request_id);
  return (select count(*)::int from private.ready_items(count_ready_items.request_id));
end
$$;
comment on function public.count_ready_items(uuid) is
  'How many answers of a request are ready and were not sent. Staff learn the number, never the drafts.';
grant execute on function public.count_ready_items(uuid) to authenticated;

create or replace function private.mail_data(mail private.outbox) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  items jsonb;
begin
  if mail.kind = 'decision_digest' then
    items := private.mail_items(mail, '{partial,returned}');
  elsif mail.kind = 'staff_digest' then
    items := private.mail_items(mail, '{submitted}');
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'staff_notice' then
    return private.staff_notice_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
  elsif mail.kind = 'reminder' then
    return mail.data || jsonb_build_object('ready', array(
      select ready.title from private.ready_items(mail.request_id) ready));
  else
    return mail.data;
  end if;
  if items is null then
    return null;
  end if;
  return jsonb_build_object('items', items, 'client_name', (
    select c.name from public.requests r
    join public.clients c on c.id = r.client_id where r.id = mail.request_id));
end
$$;
comment on function private.mail_data(private.outbox) is
  'What a mail says, read fresh; null when there is nothing left to say.';

