-- The jobs that call the Edge functions every minute. The sweep also sends emails. If many emails
-- are queued, the second job calls deliver-email too.

-- The extensions are created after 01_private.sql has set the default privileges. Otherwise, every
-- role could execute their functions.
do $$
declare
  extension text;
begin
  foreach extension in array array['pg_cron', 'pg_net'] loop
    if exists (select from pg_available_extensions a where a.name = extension) then
      execute format('create extension if not exists %I', extension);
    end if;
  end loop;
end
$$;

create table private.settings (
  is_singleton boolean primary key default true check (is_singleton),
  api_url text not null,
  service_role_key text not null
);
comment on table private.settings is
  'Hosted only. The operator fills one row with the address that jobs call and their key.';

revoke all on private.settings from public, anon, authenticated, service_role;
alter table private.settings enable row level security;
alter table private.settings force row level security;

create function private.job_target() returns table (url text, key text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.settings) then
    return query select s.api_url, s.service_role_key from private.settings s;
  elsif to_regclass('local_backend.settings') is not null then
    return query execute 'select api_url, service_role_key from local_backend.settings';
  end if;
end
$$;
comment on function private.job_target() is
  'Returns the address that scheduled jobs call: from the hosted settings, or else the local '
  'backend''s.';

select cron.schedule('sweep', '* * * * *', $job$
  select net.http_post(
    url := target.url || '/functions/v1/sweep',
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'apikey', target.key,
      'Authorization', 'Bearer ' || target.key),
    body := '{}'::jsonb,
    timeout_milliseconds := 55000)
  from private.job_target() as target
  where target.url is not null
$job$);

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
