-- A mail is looked at again when it leaves, for what cancels or corrects it may have come while it
-- was on its way: its firm, its request and its reader still have to be what they were.

create function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.orgs o where o.id = mail.org_id and o.deleted_at is null
  ) and (mail.request_id is null or exists (
    select from public.requests r
    where r.id = mail.request_id and r.status = any (case mail.kind
      when 'request_completed' then '{complete,archived}'
      when 'request_cancelled' then '{cancelled,archived}'
      else '{open}' end::text[])
  )) and (mail.contact_id is null or exists (
    select from public.contacts c where c.id = mail.contact_id and c.status = 'active'
  )) and (mail.contact_id is null or mail.request_id is null or exists (
    select from public.request_contacts rc
    where rc.request_id = mail.request_id and rc.contact_id = mail.contact_id
  ))
$$;
comment on function private.is_mail_wanted(private.outbox) is
  'Whether the firm exists, the request is in the state the mail speaks of, and the contact is asked.';

create function private.pass_on_digest(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  entry record;
  digest private.outbox;
begin
  if exists (
    select from private.staff_readers(mail.request_id) reader where reader.email = mail.to_email
  ) then
    return false;
  end if;
  for entry in
    select reader.email, i.id
    from private.staff_readers(mail.request_id) reader
    join public.items i on i.request_id = mail.request_id
      and i.status = 'submitted' and mail.data -> 'item_ids' ? i.id::text
    where not exists (
      select from private.outbox told
      where told.request_id = mail.request_id and told.kind = mail.kind
        and told.to_email = reader.email and told.data -> 'item_ids' ? i.id::text
        and told.status <> 'cancelled' and told.updated_at >= i.submitted_at)
    order by reader.email, i.position
  loop
    digest.org_id := mail.org_id;
    digest.kind := mail.kind;
    digest.to_email := entry.email;
    digest.request_id := mail.request_id;
    digest.not_before := private.clock();
    digest.dedupe_key := mail.id;
    perform private.add_digest_entry(digest, entry.id);
  end loop;
  return true;
end
$$;
comment on function private.pass_on_digest(private.outbox) is
  'Tells who reads about the request by now what they were not told yet; false when that is whom the digest goes to.';

create function private.follow_contact(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := (
    select c.email::text from public.contacts c where c.id = mail.contact_id);
begin
  if address = lower(mail.to_email) then
    return false;
  end if;
  -- The request itself was sent to the new address when it was corrected.
  if mail.kind <> 'request_sent' then
    mail.dedupe_key := mail.dedupe_key || ':' || md5(address);
    mail.to_email := address;
    mail.not_before := private.clock();
    perform private.enqueue_mail(mail);
  end if;
  return true;
end
$$;
comment on function private.follow_contact(private.outbox) is
  'Queues a mail anew for the address a contact has by now; false when it goes there already.';

create or replace function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  content jsonb;
  may_leave boolean;
  claimed int := 0;
  seen int;
begin
  -- Mail that is cancelled here must not keep what is due behind it from leaving.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where (m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock())
      order by m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      if mail.tries >= 6 then
        perform private.settle_mail(mail, 'failed', null, 'lease_lost');
        continue;
      end if;
      content := private.mail_data(mail);
      may_leave := case
        when content is null or not private.is_mail_wanted(mail) then false
        when mail.kind = 'staff_digest' then not private.pass_on_digest(mail)
        when mail.contact_id is not null then not private.follow_contact(mail)
        else true end;
      if not may_leave then
        update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
        continue;
      end if;
      claimed := claimed + 1;
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
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$$;
