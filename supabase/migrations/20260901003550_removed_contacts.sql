-- A contact that is removed leaves its open requests as a recipient does: recorded in each, and
-- nothing more is planned for it.

create or replace function public.remove_contact(contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  contact public.contacts;
  request public.requests;
  alone uuid[];
begin
  actor := private.require_staff(
    (select c.org_id from public.contacts c where c.id = remove_contact.contact_id));
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = remove_contact.contact_id and r.status in ('draft', 'open')
  order by r.id for no key update of r;
  select * into contact from public.contacts c
  where c.id = remove_contact.contact_id and c.status <> 'removed' for update;
  if contact.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  select array_agg(r.id) into alone
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id and rc.contact_id = contact.id
  where r.status = 'open' and not exists (
    select from public.request_contacts other
    join public.contacts c on c.id = other.contact_id and c.status = 'active'
    where other.request_id = r.id and other.contact_id <> contact.id);
  if alone is not null then
    perform private.refuse(
      409, 'sole_recipient', jsonb_build_object('request_ids', to_jsonb(alone)));
  end if;
  perform private.cancel_mail(null, contact.id, null);
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status in ('draft', 'open') order by r.id
  loop
    delete from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = contact.id;
    if request.status = 'open' then
      perform private.end_reminders(request.id, contact.id);
      perform private.change_recipients(request, actor, contact.id, 'removed');
    end if;
  end loop;
  update public.contacts c set status = 'removed', user_id = null where c.id = contact.id;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.archived', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id);
end
$$;
