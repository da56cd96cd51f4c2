-- The function deliver-mail is now deliver-email. Its job gets the same name and calls the new address.

select cron.unschedule(jobid) from cron.job where jobname = 'mail';

select cron.schedule('deliver-email', '* * * * *', $job$
  select net.http_post(
    url := target.url || '/functions/v1/deliver-email',
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'apikey', target.key,
      'Authorization', 'Bearer ' || target.key),
    body := '{}'::jsonb,
    timeout_milliseconds := 55000)
  from private.job_target() as target, generate_series(1, private.mail_runs())
  where target.url is not null
$job$);

comment on function private.mail_runs() is
  'How many runs of deliver-email the outbox needs in addition to the sweep: one for every 500 emails, at most 8.';
