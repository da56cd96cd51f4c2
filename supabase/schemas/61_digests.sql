-- A digest is a delayed email to one reader about several items. When a digest to staff is due, the
-- reader's other digests of the firm are merged into it, except those that were tried.

create function private.digest_items(mail private.outbox) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(select jsonb_array_elements_text(mail.data -> 'item_ids')::uuid)
$$;
comment on function private.digest_items(private.outbox) is 'Returns the ids of a digest''s items.';

-- A digest does not change after the first attempt, which may have delivered it. The email service
-- would ignore new content with the same idempotency key.
create function private.add_digest_entry(mail private.outbox, item_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m
  set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item_id::text || to_jsonb(item_id))
  where m.kind = mail.kind and m.request_id = mail.request_id and m.to_email = mail.to_email
    and m.status in ('queued', 'deferred') and m.tries = 0;
  if not found then
    mail.data := jsonb_build_object('item_ids', jsonb_build_array(item_id));
    mail.dedupe_key := concat_ws(
      ':', mail.kind, mail.request_id, md5(mail.to_email), item_id, mail.dedupe_key);
    perform private.enqueue_mail(mail);
  end if;
end
$$;
comment on function private.add_digest_entry(private.outbox, uuid) is
  'Adds an item to the reader''s queued digest that was never tried, or creates a digest.';

create function private.drop_digest_entry(kind text, item public.items) returns void
language sql security definer set search_path = ''
as $$
  update private.outbox m set
    data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item.id::text),
    status = case when (m.data -> 'item_ids') - item.id::text = '[]' then 'cancelled' else m.status end
  where m.kind = drop_digest_entry.kind and m.request_id = item.request_id
    and m.status in ('queued', 'deferred')
    and m.data -> 'item_ids' ? item.id::text;
  -- A merged digest has items of several requests.
  update private.outbox m set
    data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item.id::text)
  where drop_digest_entry.kind = 'staff_digest' and m.kind = 'staff_digest' and m.status = 'queued'
    and m.org_id = item.org_id and m.request_id is null
    and m.data -> 'item_ids' ? item.id::text
$$;
comment on function private.drop_digest_entry(text, public.items) is
  'Removes an item from queued digests, and cancels an empty digest.';

create function private.mail_decision_to(
  item public.items, request public.requests, contact public.contacts
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := item.org_id;
  mail.kind := 'decision_digest';
  mail.to_email := contact.email;
  mail.request_id := item.request_id;
  mail.contact_id := contact.id;
  mail.not_before := private.clock() + interval '5 minutes';
  mail.dedupe_key := concat_ws(':', item.version, request.version);
  perform private.add_digest_entry(mail, item.id);
end
$$;
comment on function private.mail_decision_to(public.items, public.requests, public.contacts) is
  'Queues an email to one recipient about the decision on an item, to be sent in five minutes.';

create function private.mail_decision(item public.items) returns void
language sql security definer set search_path = ''
as $$
  select private.mail_decision_to(item, r, c)
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  join public.contacts c on c.id = rc.contact_id and c.status = 'active'
  where r.id = item.request_id
  order by c.id
$$;
comment on function private.mail_decision(public.items) is
  'Queues an email to each active recipient about the decision on an item, to be sent in five '
  'minutes.';

create function private.email_unsent_decisions(
  request public.requests, contact public.contacts, item_id uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  select private.mail_decision_to(i, request, contact)
  from public.items i
  join public.submissions s on s.item_id = i.id and s.no = (
    select max(newest.no) from public.submissions newest
    where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = request.id and i.status in ('partial', 'returned')
    and (email_unsent_decisions.item_id is null or i.id = email_unsent_decisions.item_id)
    and not exists (
      select from private.outbox m
      where m.kind = 'decision_digest' and m.request_id = i.request_id
        and m.contact_id = contact.id and m.data -> 'item_ids' ? i.id::text
        and m.status <> 'cancelled' and m.updated_at >= s.decided_at)
  order by i.position
$$;
comment on function private.email_unsent_decisions(public.requests, public.contacts, uuid) is
  'Queues an email about current decisions whose earlier email was canceled before it was '
  'sent.';

create function private.staff_readers(request_id uuid) returns table (user_id uuid, email text)
language sql stable security definer set search_path = ''
as $$
  with staff as (
    select m.user_id, m.role, u.email::text as email, r.assignee_id, r.created_by
    from public.requests r
    join public.memberships m on m.org_id = r.org_id and m.status = 'active'
    join auth.users u on u.id = m.user_id and u.email is not null
    where r.id = staff_readers.request_id
  ), ranked as (
    select s.user_id, s.email, case
      when s.user_id = s.assignee_id then 1
      when s.user_id = s.created_by then 2
      when s.role = 'owner' then 3 end as rank
    from staff s
  )
  select r.user_id, lower(r.email) from ranked r where r.rank = (select min(rank) from ranked)
$$;
comment on function private.staff_readers(uuid) is
  'Returns the staff who get emails about a request: its assignee, else its creator, else the '
  'owners.';

create function private.mail_staff(item public.items) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reader record;
  mail private.outbox;
begin
  for reader in select * from private.staff_readers(item.request_id) loop
    mail.org_id := item.org_id;
    mail.kind := 'staff_digest';
    mail.to_email := reader.email;
    mail.request_id := item.request_id;
    mail.not_before := private.clock() + interval '15 minutes';
    mail.dedupe_key := item.version;
    perform private.add_digest_entry(mail, item.id);
  end loop;
end
$$;
comment on function private.mail_staff(public.items) is
  'Queues an email to the firm about items to review, to be sent in fifteen minutes.';
