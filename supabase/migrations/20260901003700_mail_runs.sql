-- A morning with very many reminders: the sweep sends five hundred mails a minute, so a larger
-- outbox is given further runs of deliver-mail beside it. Claims never overlap.

create function private.mail_runs() returns int
language sql stable security definer set search_path = ''
as $$
  select (count(*) / 500)::int from (
    select from private.outbox m
    where m.status = 'queued' and m.not_before <= private.clock() limit 4000
  ) due
$$;
comment on function private.mail_runs() is
  'How many runs of deliver-mail the outbox needs beside the sweep: one for every 500 mails, at most 8.';
revoke all on function private.mail_runs() from public, anon, authenticated, service_role;

select cron.schedule('mail', '* * * * *', $job$
  select net.http_post(
    url := target.url || '/functions/v1/deliver-mail',
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'apikey', target.key,
      'Authorization', 'Bearer ' || target.key),
    body := '{}'::jsonb,
    timeout_milliseconds := 55000)
  from private.job_target() as target, generate_series(1, private.mail_runs())
  where target.url is not null
$job$);

-- `limited`: the mail service takes no more for now. That is no failed try of this mail, which
-- would be given up after six of them.
create or replace function public.finish_mail(
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
    when outcome = 'limited' then
      update private.outbox m set
        status = 'queued', lease_until = null, last_error = left(error, 200), tries = m.tries - 1,
        not_before = private.clock() + interval '1 minute'
      where m.id = mail.id;
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
  'System: result of a try: sent, retry (one minute, doubling, six tries), limited (a minute later, no try) or failed. Only the holder of the lease may say.';
