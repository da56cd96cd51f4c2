-- The pause for all emails, and dead emails, which are no longer retried.

create table private.email_pause (
  is_singleton boolean primary key default true check (is_singleton),
  ends_at timestamptz not null,
  rounds int not null default 1 check (rounds > 0),
  error text not null
);
comment on table private.email_pause is
  'Contains one row while the email service refuses every email. The first accepted email '
  'deletes it.';
comment on column private.email_pause.rounds is
  'How many pauses have begun since the last accepted email.';

revoke all on private.email_pause from public, anon, authenticated, service_role;
alter table private.email_pause enable row level security;
alter table private.email_pause force row level security;

create function private.is_mail_paused() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.email_pause p where p.ends_at > private.clock()) $$;
comment on function private.is_mail_paused() is
  'Returns whether all emails are paused.';

create function private.end_mail_pause() returns void
language sql security definer set search_path = ''
as $$ delete from private.email_pause p where p.is_singleton $$;
comment on function private.end_mail_pause() is
  'Ends the pause, because the service accepted an email.';

create function public.pause_mail(error text, wait_seconds int default 0) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  pause private.email_pause;
begin
  insert into private.email_pause as p (ends_at, error)
  values (private.clock(), left(pause_mail.error, 200))
  on conflict (is_singleton) do update set rounds = p.rounds + 1, error = excluded.error
    -- Runs that fail at the same time cause only one pause.
    where p.ends_at <= private.clock()
  returning * into pause;
  update private.email_pause p
  set ends_at = private.clock() + interval '1 second'
    * greatest(least(wait_seconds, 900), least(60 * 2 ^ least(p.rounds - 1, 3), 300))
  where pause.is_singleton
  returning * into pause;
  return extract(epoch from pause.ends_at - private.clock())::int;
end
$$;
comment on function public.pause_mail(text, int) is
  'System: pauses all emails. The first pause lasts one minute, and each further one twice as '
  'long, up to five minutes, until an email is accepted. If the service asks for a wait, the '
  'pause lasts that long, up to 15 minutes. Returns the seconds, or null if a pause is already '
  'active.';
grant execute on function public.pause_mail(text, int) to service_role;

create function public.dead_emails() returns table (
  email_id uuid, org_name text, kind text, request_id uuid, created_at timestamptz,
  given_up_at timestamptz, last_error text)
language sql stable security definer set search_path = ''
as $$
  select m.id, o.name, m.kind, m.request_id, m.created_at, m.updated_at, m.last_error
  from private.outbox m
  left join public.orgs o on o.id = m.org_id
  where m.status = 'dead' order by m.created_at, m.id
$$;
comment on function public.dead_emails() is
  'System: returns the dead emails of all firms, oldest first.';
grant execute on function public.dead_emails() to service_role;

create function public.requeue_email(email_id uuid default null) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  dead uuid[] := array(
    select m.id from private.outbox m
    where m.status = 'dead' and (requeue_email.email_id is null or m.id = requeue_email.email_id));
  requeued int := 0;
begin
  -- To avoid deadlocks, all functions lock requests before emails.
  perform private.lock_requests(array(
    select unnest(private.mail_requests(m)) from private.outbox m where m.id = any (dead)));
  for mail in
    update private.outbox m set status = 'queued', attempts = 0, not_before = private.clock()
    where m.status = 'dead' and m.id = any (dead)
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
  'System: queues one dead email again, or all of them. claim_mail cancels emails that are no '
  'longer needed.';
grant execute on function public.requeue_email(uuid) to service_role;

create function public.cancel_email(email_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  -- To avoid deadlocks, all functions lock requests before emails.
  perform private.lock_requests(private.mail_requests(m))
  from private.outbox m where m.id = cancel_email.email_id;
  update private.outbox m set status = 'cancelled'
  where m.id = cancel_email.email_id and m.status in ('queued', 'deferred', 'dead')
  returning * into mail;
  if mail.id is null then
    return false;
  end if;
  perform private.record_mail_event(mail, 'mail.cancelled');
  return true;
end
$$;
comment on function public.cancel_email(uuid) is
  'System: cancels one queued, deferred or dead email. Returns false if it was sent, is being '
  'sent or was already canceled.';
grant execute on function public.cancel_email(uuid) to service_role;
