-- Workers that hold an email wait for no one who records an event: those wait for emails.

set check_function_bodies = off;

create function private.may_record(mail private.outbox) returns boolean
language sql security definer set search_path = ''
as $$
  select mail.org_id is null or pg_try_advisory_xact_lock(
    hashtextextended(coalesce(mail.request_id, mail.org_id)::text, 0))
$$;
comment on function private.may_record(private.outbox) is
  'Takes what an event about an email needs, unless someone has it. Workers hold emails, and others wait for an email after they recorded an event.';

create or replace function private.prepare_mail(mail private.outbox) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  content jsonb := private.mail_data(mail);
begin
  if (case
    when content is null or not private.is_mail_wanted(mail) then false
    when mail.kind = 'staff_digest' then not private.pass_on_digest(mail)
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    if mail.request_id is not null then
      content := content || jsonb_build_object(
        'is_trusted', private.is_trusted_org(mail.org_id));
    end if;
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  -- Cancelling a reminder records an event. One that cannot now is cancelled by a later run.
  if mail.kind <> 'reminder' or private.may_record(mail) then
    update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  end if;
  return null;
end
$$;

create or replace function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, attempts int, kind text, to_email text, to_name text, dedupe_key text,
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
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- The first email may still be cancelled right before its post; then its reader hears of no end.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- The run that held it broke off: that was an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        if private.may_record(mail) then
          perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        end if;
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
        select mail.id, mail.tries + 1, mail.attempts, mail.kind, mail.to_email,
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
