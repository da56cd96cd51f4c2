-- Sweeps over several firms and the deletion of an account record the events of firms in the order of
-- the firms' ids. Two transactions that lock the chains of firms in different orders could deadlock.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_deleted_contacts (
  user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  contact public.contacts;
begin
  perform private.lock_contact_requests(array(
    select c.id from public.contacts c where c.user_id = end_deleted_contacts.user_id));
  for contact in
    select c.* from public.contacts c
    where c.user_id = end_deleted_contacts.user_id and c.status <> 'removed'
    -- Two transactions that lock the chains of firms in different orders could deadlock.
    order by c.org_id, c.id for update
  loop
    insert into private.email_stops (org_id, email, reason)
    values (contact.org_id, contact.email::text, 'account_deleted')
    on conflict do nothing;
    perform private.stop_contact(
      contact, row('contact', end_deleted_contacts.user_id, contact.name)::private.actor,
      'account_deleted', 'contact.account_deleted');
  end loop;
  update public.contacts c set user_id = null where c.user_id = end_deleted_contacts.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.expire_invitations (
  max_rows integer DEFAULT 500
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.purge_requests (
  max_rows integer DEFAULT 20
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;
