-- What deliver-mail calls: claim, finish, link. Service role only.

create function private.mail_items(mail private.outbox, statuses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'title', i.title, 'status', i.status, 'note', s.decision_note,
      'contact_name', case when mail.kind = 'staff_digest' then coalesce(
        (select c.name from public.contacts c
        join public.request_contacts rc on rc.contact_id = c.id and rc.request_id = i.request_id
        where c.user_id = s.submitted_by limit 1),
        private.user_name(s.submitted_by)) end))
    order by i.position)
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = i.status
    and s.no = (
      select max(newest.no) from public.submissions newest
      where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = mail.request_id and i.status = any (statuses)
    and mail.data -> 'item_ids' ? i.id::text
$$;
comment on function private.mail_items(private.outbox, text[]) is
  'The items a digest names, as they stand now; null when none is left.';

create function private.mail_data(mail private.outbox) returns jsonb
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

create function private.settle_mail(mail private.outbox, status text, provider_id text, error text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder_id uuid := (mail.data ->> 'reminder_id')::uuid;
begin
  update private.outbox m set
    status = settle_mail.status, provider_id = settle_mail.provider_id,
    last_error = left(settle_mail.error, 200), lease_until = null
  where m.id = mail.id;
  perform private.record_event(
    private.system_actor(), mail.org_id, mail.request_id, 'mail.' || status, 'mail', mail.id,
    jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  if reminder_id is not null then
    update public.reminders r set status = settle_mail.status where r.id = reminder_id;
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, 'reminder.' || status, 'reminder',
      reminder_id, jsonb_build_object('contact_id', mail.contact_id));
  end if;
end
$$;
comment on function private.settle_mail(private.outbox, text, text, text) is 'Ends a mail as sent or failed and records it.';

create function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  content jsonb;
begin
  for mail in
    select * from private.outbox m
    where (m.status = 'queued' and m.not_before <= private.clock())
      or (m.status = 'sending' and m.lease_until < private.clock())
    order by m.not_before, m.id limit max_rows for update skip locked
  loop
    if mail.tries >= 6 then
      perform private.settle_mail(mail, 'failed', null, 'lease_lost');
      continue;
    end if;
    content := private.mail_data(mail);
    if content is null or exists (
      select from public.contacts c where c.id = mail.contact_id and c.status <> 'active'
    ) then
      update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
      continue;
    end if;
    update private.outbox m set
      status = 'sending', tries = m.tries + 1, lease_until = private.clock() + interval '2 minutes'
    where m.id = mail.id;
    return query
      select mail.id, mail.tries + 1, mail.kind, mail.to_email,
        coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
        o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
        coalesce(u.email_confirmed_at is not null, false), content
      from public.orgs o
      left join public.requests r on r.id = mail.request_id
      left join public.contacts c on c.id = mail.contact_id
      left join auth.users u on u.email = mail.to_email and not u.is_sso_user
      left join public.profiles p on p.user_id = u.id
      where o.id = mail.org_id;
  end loop;
end
$$;
comment on function public.claim_mail(int) is
  'System: takes due mail under a lease of two minutes, each with what it says.';

create function public.finish_mail(
  mail_id uuid, tries int, outcome text, provider_id text default null, error text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = finish_mail.mail_id and m.status = 'sending' and m.tries = finish_mail.tries
  for update;
  if mail.id is null then
    return false;
  end if;
  case
    when outcome = 'sent' then
      perform private.settle_mail(mail, 'sent', finish_mail.provider_id, null);
    when outcome = 'retry' and mail.tries < 6 then
      update private.outbox m set
        status = 'queued', lease_until = null, last_error = left(error, 200),
        not_before = private.clock() + interval '1 minute' * 2 ^ (mail.tries - 1)
      where m.id = mail.id;
    when outcome in ('retry', 'failed') then
      perform private.settle_mail(mail, 'failed', null, finish_mail.error);
    else
      perform private.invalid('outcome', 'format');
  end case;
  return true;
end
$$;
comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: result of a try: sent, retry (one minute, doubling, six tries) or failed. Only the holder of the lease may say.';

create function public.link_contact(contact_id uuid, email text, user_id uuid) returns boolean
language sql security definer set search_path = ''
as $$
  update public.contacts c set user_id = link_contact.user_id
  where c.id = link_contact.contact_id and c.email::text = lower(link_contact.email)
    and c.user_id is null and c.status = 'active';
  select exists (
    select from public.contacts c
    where c.id = link_contact.contact_id and c.email::text = lower(link_contact.email)
      and c.user_id = link_contact.user_id and c.status = 'active');
$$;
comment on function public.link_contact(uuid, text, uuid) is
  'System: joins a contact to the auth user of its address, while the address is still the same.';

grant execute on function public.claim_mail(int),
  public.finish_mail(uuid, int, text, text, text),
  public.link_contact(uuid, text, uuid) to service_role;
