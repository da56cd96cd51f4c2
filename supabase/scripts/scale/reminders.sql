-- Adds one reminder per request, due one day after `private.clock()`. Settings: scale.reminders,
-- scale.firms.

-- Set the clock to a Monday morning, because no reminders are sent at night or on weekends.
do $$
declare
  monday timestamptz := (date_trunc('week', now()) + interval '7 days 9 hours 1 minute')::timestamp
    at time zone 'Europe/London';
begin
  execute format(
    'create or replace function private.clock() returns timestamptz
    language sql stable set search_path = %L as %L',
    '', format('select now() + %L::interval', monday - now()));
end
$$;

alter table public.orgs disable trigger user;
alter table public.memberships disable trigger user;
alter table public.clients disable trigger user;
alter table public.contacts disable trigger user;
alter table public.requests disable trigger user;
alter table public.request_contacts disable trigger user;
alter table public.items disable trigger user;

create temp table firms as
select rank, gen_random_uuid() as org_id, gen_random_uuid() as client_id,
  gen_random_uuid() as owner_id
from generate_series(1, current_setting('scale.firms')::int) rank;

insert into public.orgs (id, name, slug, time_zone, reply_email)
select org_id, 'Firm ' || rank, 'firm-' || rank, 'Europe/London', 'office@example.com' from firms;
insert into public.memberships (org_id, user_id, role) select org_id, owner_id, 'owner' from firms;
insert into public.clients (id, org_id, name) select client_id, org_id, 'Client' from firms;

create temp table asked as
select n, gen_random_uuid() as request_id, gen_random_uuid() as contact_id, f.*
from generate_series(1, current_setting('scale.reminders')::int) n
join firms f on f.rank = n % current_setting('scale.firms')::int + 1;

insert into public.contacts (id, org_id, client_id, user_id, name, email)
select contact_id, org_id, client_id, gen_random_uuid(), 'Contact ' || n, format('contact-%s@example.com', n)
from asked;
insert into public.requests (id, org_id, client_id, title, status, due_on, created_by, sent_at)
select request_id, org_id, client_id, 'Annual accounts', 'open', private.clock()::date + 7, owner_id,
  private.clock() - interval '14 days'
from asked;
insert into public.request_contacts (org_id, request_id, contact_id)
select org_id, request_id, contact_id from asked;
insert into public.items (org_id, request_id, position, section, kind, title, status)
select org_id, request_id, 1, 'Papers', 'file', 'Bank statement', 'open' from asked;
insert into public.reminders (org_id, request_id, contact_id, seq, due_at)
select org_id, request_id, contact_id, 1, private.clock() + interval '1 day' from asked;

alter table public.orgs enable trigger user;
alter table public.memberships enable trigger user;
alter table public.clients enable trigger user;
alter table public.contacts enable trigger user;
alter table public.requests enable trigger user;
alter table public.request_contacts enable trigger user;
alter table public.items enable trigger user;
