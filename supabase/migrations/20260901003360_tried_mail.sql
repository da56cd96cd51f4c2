-- A mail that was tried may have arrived: its key answers with what it said, to whom it said it.

create or replace function private.add_digest_entry(mail private.outbox, item_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m
  set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item_id::text || to_jsonb(item_id))
  where m.kind = mail.kind and m.request_id = mail.request_id and m.to_email = mail.to_email
    and m.status = 'queued' and m.tries = 0;
  if not found then
    mail.data := jsonb_build_object('item_ids', jsonb_build_array(item_id));
    mail.dedupe_key := concat_ws(
      ':', mail.kind, mail.request_id, md5(mail.to_email), item_id, mail.dedupe_key);
    perform private.enqueue_mail(mail);
  end if;
end
$$;
comment on function private.add_digest_entry(private.outbox, uuid) is
  'Adds an item to the reader''s waiting digest that was never tried, or begins one.';

create or replace function private.readdress_mail(contact_id uuid, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
  request public.requests;
begin
  update private.outbox m set to_email = readdress_mail.email
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries = 0;
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
  select m.org_id, m.kind, readdress_mail.email, m.request_id, m.contact_id, m.data,
    m.dedupe_key || ':' || md5(readdress_mail.email), private.clock()
  from private.outbox m
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0
  on conflict (dedupe_key) do nothing;
  update private.outbox m set status = 'cancelled'
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0;
  select * into contact from public.contacts c where c.id = readdress_mail.contact_id;
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open' and not exists (
      select from private.outbox m
      where m.request_id = r.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status = 'queued')
    order by r.id
  loop
    perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
  end loop;
end
$$;
