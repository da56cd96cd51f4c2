-- Codes by email with pauses for each address (66_codes.sql), and notices about accounts
-- (67_account_notices.sql), which belong to no firm.

alter table private.outbox alter column org_id drop not null;
alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (kind in (
  'request_sent', 'request_completed', 'request_reopened', 'request_cancelled',
  'decision_digest', 'staff_digest', 'invitation', 'reminder',
  'owner_joined', 'owner_left', 'owner_removed', 'account_notice', 'staff_notice'));
comment on column private.outbox.org_id is 'Null for emails about an account.';

-- Without citext, whose operators no function sees, the index serves the comparison.
alter table public.request_contacts alter column opened_email type text;

create function private.code_wait(email text) returns int
language sql stable security definer set search_path = ''
as $$
  with codes as (
    select c.window_start as sent_at from private.counters c
    where c.scope = 'codes' and c.key = encode(sha256(convert_to(lower(email), 'UTF8')), 'hex')
      and c.window_start > private.clock() - interval '1 hour'
  ), free_at as (
    select max(codes.sent_at)
      + case count(*) when 1 then interval '1 minute' else interval '2 minutes' end as at
    from codes
    union all
    select min(latest.sent_at) + interval '1 hour'
    from (select codes.sent_at from codes order by codes.sent_at desc limit 6) latest
    having count(*) = 6
  )
  select greatest(0, ceil(extract(epoch from max(free_at.at) - private.clock())))::int from free_at
$$;
comment on function private.code_wait(text) is
  'Seconds until an address may get its next code: one minute after the first of an hour, two after the others, six an hour.';

create function public.spend_code(email text) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  wait_seconds int;
begin
  perform pg_advisory_xact_lock(hashtextextended('codes_to:' || lower(spend_code.email), 0));
  wait_seconds := coalesce(private.code_wait(spend_code.email), 0);
  if wait_seconds = 0 then
    perform private.count_up(
      'codes', encode(sha256(convert_to(lower(spend_code.email), 'UTF8')), 'hex'), private.clock());
  end if;
  return wait_seconds;
end
$$;
comment on function public.spend_code(text) is
  'System: counts a code that is about to be sent and returns 0; returns the seconds to wait instead while the address has its pause.';
grant execute on function public.spend_code(text) to service_role;

create function public.return_code(email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  recipient text := encode(sha256(convert_to(lower(return_code.email), 'UTF8')), 'hex');
begin
  delete from private.counters c
  where c.scope = 'codes' and c.key = recipient and c.window_start = (
    select max(latest.window_start) from private.counters latest
    where latest.scope = 'codes' and latest.key = recipient);
  return found;
end
$$;
comment on function public.return_code(text) is
  'System: takes back the count of a code that the email service did not accept.';
grant execute on function public.return_code(text) to service_role;

create function public.get_code_sender(public_id text, email text)
returns table (org_name text, reply_email text)
language sql stable security definer set search_path = ''
as $$
  select o.name, o.reply_email from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = get_code_sender.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = r.id and c.email::text = lower(get_code_sender.email))
$$;
comment on function public.get_code_sender(text, text) is
  'System: the firm that a code for this request names; nothing for an address it was not sent to.';
grant execute on function public.get_code_sender(text, text) to service_role;

create function private.enqueue_notice(
  email text, notice text, cause text, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  if coalesce(enqueue_notice.email, '') = '' then
    return;
  end if;
  mail.kind := 'account_notice';
  mail.to_email := lower(enqueue_notice.email);
  mail.data := enqueue_notice.data || jsonb_build_object('notice', enqueue_notice.notice);
  mail.not_before := private.clock();
  mail.dedupe_key := concat_ws(':', 'account_notice', enqueue_notice.notice, enqueue_notice.cause,
    md5(mail.to_email));
  perform private.enqueue_mail(mail);
end
$$;
comment on function private.enqueue_notice(text, text, text, jsonb) is
  'Queues a notice to one address, once for each cause.';

create function public.queue_account_notice(notice text, cause text, emails text[]) returns int
language plpgsql security definer set search_path = ''
as $$
begin
  if notice is null or notice not in (
    'password_changed', 'email_changed', 'factor_added', 'factor_removed') then
    perform private.invalid('notice', 'format');
  end if;
  perform private.enqueue_notice(address, queue_account_notice.notice, queue_account_notice.cause)
  from (select distinct lower(e) as address from unnest(emails) e) addresses;
  return coalesce(cardinality(emails), 0);
end
$$;
comment on function public.queue_account_notice(text, text, text[]) is
  'System: queues the notices that the auth service asks for; the same cause counts once.';
grant execute on function public.queue_account_notice(text, text, text[]) to service_role;

create function private.notice_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'notice', mail.data ->> 'notice', 'at', mail.created_at,
    'firm', (select o.name from public.orgs o where o.id = (mail.data ->> 'org_id')::uuid),
    'by', mail.data ->> 'by')
$$;
comment on function private.notice_mail_data(private.outbox) is
  'What changed, when, and for a firm its name and who did it.';

create or replace function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- The firm before its chain of events, as changes of staff lock them.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  -- What tells owners of a change among them still leaves.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object('org_id', delete_org.org_id, 'by', private.user_name(auth.uid())))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so it goes at once; the trigger on orgs hands it to the sweep.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;
comment on function public.delete_org(uuid) is
  'Ends a firm: access, emails, reminders, invitations and logo at once, its rows after 30 days.';
grant execute on function public.delete_org(uuid) to authenticated;

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
  elsif mail.kind = 'account_notice' then
    return private.notice_mail_data(mail);
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

create or replace function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (mail.org_id is null or exists (
    select from public.orgs o where o.id = mail.org_id and (
      o.deleted_at is null or mail.kind in ('owner_joined', 'owner_left', 'owner_removed'))
  )) and (mail.request_id is null or exists (
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
  )) and not (
    mail.kind in ('request_completed', 'request_cancelled')
    and private.is_unheard(mail.request_id, mail.contact_id))
$$;
comment on function private.is_mail_wanted(private.outbox) is
  'Whether the firm exists, the request is in the state the mail speaks of, and the contact is asked and heard of it.';

create or replace function private.record_mail_event(mail private.outbox, action text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- An email about an account is in no firm's record.
  if mail.org_id is not null then
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, record_mail_event.action, 'mail', mail.id,
      jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  end if;
end
$$;
comment on function private.record_mail_event(private.outbox, text) is
  'Records in the firm''s or the request''s chain what became of an email.';

create or replace function private.settle_mail(mail private.outbox, status text, provider_id text, error text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder_id uuid := (mail.data ->> 'reminder_id')::uuid;
  result text := case settle_mail.status when 'dead' then 'failed' else settle_mail.status end;
begin
  update private.outbox m set
    status = settle_mail.status, provider_id = settle_mail.provider_id,
    last_error = left(settle_mail.error, 200), lease_until = null
  where m.id = mail.id;
  perform private.record_mail_event(mail, 'mail.' || result);
  if reminder_id is not null then
    update public.reminders r set status = result where r.id = reminder_id;
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, 'reminder.' || result, 'reminder',
      reminder_id, jsonb_build_object('contact_id', mail.contact_id));
  end if;
end
$$;
comment on function private.settle_mail(private.outbox, text, text, text) is 'Ends an email as sent or dead and records it.';

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
  claimed int := 0;
  seen int;
begin
  if private.is_mail_paused() then
    return;
  end if;
  -- Mail that is cancelled here must not keep what is due behind it from leaving.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where (m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0'))
      order by m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- The run that held it broke off: that was an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        continue;
      end if;
      content := private.prepare_mail(mail);
      if content is null then
        continue;
      end if;
      claimed := claimed + 1;
      update private.outbox m set
        status = 'sending', tries = m.tries + 1, attempts = mail.attempts,
        lease_until = private.clock() + interval '2 minutes'
      where m.id = mail.id;
      return query
        select mail.id, mail.tries + 1, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content
        from (values (mail.org_id)) claimed_mail (org_id)
        left join public.orgs o on o.id = claimed_mail.org_id
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$$;
comment on function public.claim_mail(int) is
  'System: takes due mail under a lease of two minutes, each with what it says.';
grant execute on function public.claim_mail(int) to service_role;

create or replace function public.record_bounce(provider_id text, mail_id uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1;
  -- Requests before mails and contacts, as everywhere; nobody else plans for them meanwhile.
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = mail.contact_id order by r.id for no key update of r;
  select * into mail from private.outbox m where m.id = mail.id for update;
  if mail.id is null then
    return false;
  elsif mail.status = 'bounced' then
    return true;
  end if;
  update private.outbox m set
    status = 'bounced', lease_until = null,
    provider_id = coalesce(m.provider_id, record_bounce.provider_id)
  where m.id = mail.id;
  perform private.record_mail_event(mail, 'mail.bounced');
  update public.contacts c set status = 'bounced'
  where c.id = mail.contact_id and c.status = 'active' and c.email::text = lower(mail.to_email);
  if found then
    perform private.cancel_mail(null, mail.contact_id, null);
    perform private.end_reminders(rc.request_id, rc.contact_id)
    from public.request_contacts rc where rc.contact_id = mail.contact_id
    order by rc.request_id;
    perform private.ping(r.org_id, r.id, null, r.version)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = mail.contact_id and r.status = 'open';
  end if;
  return true;
end
$$;
comment on function public.record_bounce(text, uuid) is
  'System: a mail could not be delivered. False when it is none of ours; repeating changes nothing.';
grant execute on function public.record_bounce(text, uuid) to service_role;

create or replace function public.dead_emails() returns table (
  email_id uuid, org_name text, kind text, request_id uuid, created_at timestamptz,
  given_up_at timestamptz, last_error text)
language sql stable security definer set search_path = ''
as $$
  select m.id, o.name, m.kind, m.request_id, m.created_at, m.updated_at, m.last_error
  from private.outbox m
  left join public.orgs o on o.id = m.org_id
  where m.status = 'dead' order by m.created_at, m.id
$$;
comment on function public.dead_emails() is 'System: emails of all firms that were given up, oldest first.';
grant execute on function public.dead_emails() to service_role;

create or replace function public.requeue_email(email_id uuid default null) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  requeued int := 0;
begin
  for mail in
    update private.outbox m set status = 'queued', attempts = 0, not_before = private.clock()
    where m.status = 'dead' and (requeue_email.email_id is null or m.id = requeue_email.email_id)
    returning *
  loop
    update public.reminders r set status = 'queued'
    where r.id = (mail.data ->> 'reminder_id')::uuid and r.status = 'failed';
    perform private.record_mail_event(mail, 'mail.requeued');
    requeued := requeued + 1;
  end loop;
  return requeued;
end
$$;
comment on function public.requeue_email(uuid) is
  'System: tries one dead email again, or all of them. An email whose request was closed since is cancelled instead of sent.';
grant execute on function public.requeue_email(uuid) to service_role;

create or replace function private.defer_mail(mail private.outbox, until timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m set
    status = 'deferred', not_before = greatest(m.not_before, defer_mail.until)
  where m.id = mail.id;
  if mail.status <> 'deferred' then
    perform private.record_mail_event(mail, 'email.deferred');
  end if;
end
$$;
comment on function private.defer_mail(private.outbox, timestamptz) is
  'Holds an email back until a moment; recorded the first time.';

create or replace function private.is_known_address(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.request_contacts rc
    where rc.org_id = mail.org_id and rc.opened_email = lower(mail.to_email))
$$;
comment on function private.is_known_address(private.outbox) is
  'Whether this address opened a request of the firm, and so expects its emails.';

create or replace function public.open_request(public_id text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  request public.requests;
  opened uuid;
begin
  perform private.require_user();
  select * into request from public.requests r
  where r.public_id = open_request.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    where rc.request_id = r.id and rc.contact_id = any (private.my_contact_ids()));
  if request.id is null then
    perform private.refuse(404, 'not_found');
  elsif request.id <> all (private.my_request_ids()) then
    perform private.refuse(
      409, 'request_closed', jsonb_build_object('status', request.status));
  end if;
  actor := private.require_party(request.id);
  update public.request_contacts rc
  set opened_at = coalesce(rc.opened_at, private.clock()), opened_email = lower(c.email::text)
  from public.contacts c
  where rc.request_id = request.id and rc.contact_id = any (private.my_contact_ids())
    and c.id = rc.contact_id
    and (rc.opened_at is null or rc.opened_email is distinct from lower(c.email::text))
  returning rc.contact_id into opened;
  if opened is not null then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.opened', 'request', request.id,
      jsonb_build_object('contact_id', opened));
    perform private.ping(request.org_id, request.id, null, request.version);
  end if;
  return jsonb_build_object(
    'request_id', request.id, 'public_id', request.public_id, 'status', request.status);
end
$$;
comment on function public.open_request(text) is 'A recipient arrives by the link; the first time of each address is recorded.';
grant execute on function public.open_request(text) to authenticated;

create or replace function public.close_account() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  orphaned uuid[];
  member public.memberships;
begin
  perform private.require_account_step_up();
  perform from public.orgs o
  join public.memberships m on m.org_id = o.id
  where m.user_id = my_id and m.status <> 'removed' and o.deleted_at is null
  order by o.id for no key update of o;
  select array_agg(m.org_id order by m.org_id) into orphaned
  from public.memberships m
  join public.orgs o on o.id = m.org_id and o.deleted_at is null
  where m.user_id = my_id and m.role = 'owner' and m.status = 'active' and not exists (
    select from public.memberships other
    where other.org_id = m.org_id and other.user_id <> my_id
      and other.role = 'owner' and other.status = 'active');
  if orphaned is not null then
    perform private.refuse(
      409, 'last_owner', jsonb_build_object('org_ids', to_jsonb(orphaned)));
  end if;
  for member in
    select m.* from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status <> 'removed' order by m.org_id
  loop
    perform private.end_membership(private.acting_staff(), member);
  end loop;
  perform private.end_deleted_contacts(my_id);
  perform private.enqueue_notice(
    (select u.email from auth.users u where u.id = my_id), 'account_deleted', my_id::text);
  return jsonb_build_object('user_id', my_id);
end
$$;
comment on function public.close_account() is
  'Leaves every firm and ends every contact of the caller; delete-account then deletes the user.';
grant execute on function public.close_account() to authenticated;

create or replace function public.record_factor_reset(org_id uuid, user_id uuid, actor_id uuid)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_event(
    row('staff', actor_id, private.user_name(actor_id))::private.actor,
    record_factor_reset.org_id, null, 'member.factors_reset', 'member',
    record_factor_reset.user_id);
  perform private.enqueue_notice(
    (select u.email from auth.users u where u.id = record_factor_reset.user_id), 'factors_reset',
    gen_random_uuid()::text,
    jsonb_build_object(
      'org_id', record_factor_reset.org_id, 'by', private.user_name(record_factor_reset.actor_id)));
  return true;
end
$$;
comment on function public.record_factor_reset(uuid, uuid, uuid) is
  'System: records that an owner resets a member''s factors, before it is done.';
grant execute on function public.record_factor_reset(uuid, uuid, uuid) to service_role;

