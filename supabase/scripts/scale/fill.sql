-- Fills an empty project with the rows of a busy year. The first firm has a tenth of all rows.
-- Settings: scale.firms, scale.items.

alter table public.orgs disable trigger user;
alter table public.memberships disable trigger user;
alter table public.clients disable trigger user;
alter table public.contacts disable trigger user;
alter table public.requests disable trigger user;
alter table public.request_contacts disable trigger user;
alter table public.items disable trigger user;
alter table public.submissions disable trigger user;
alter table public.files disable trigger user;

create temp table firms as
with sized as (
  select rank, case rank when 1 then 0 else 1 / rank ^ 0.7 end as weight
  from generate_series(1, current_setting('scale.firms')::int) rank
), total as (select current_setting('scale.items')::int / 10 as requests)
select rank, gen_random_uuid() as org_id, gen_random_uuid() as client_id,
  gen_random_uuid() as contact_id, gen_random_uuid() as owner_id, gen_random_uuid() as member_id,
  gen_random_uuid() as contact_user_id,
  case rank when 1 then total.requests / 10
    else ceil(total.requests * 0.9 * weight / sum(weight) over ())::int end as requests
from sized, total;

insert into public.orgs (id, name, slug, time_zone, reply_email)
select org_id, 'Firm ' || rank, 'firm-' || rank, 'Europe/London', 'office@example.com' from firms;
insert into public.memberships (org_id, user_id, role) select org_id, owner_id, 'owner' from firms;
insert into public.memberships (org_id, user_id, role) select org_id, member_id, 'member' from firms;
insert into public.clients (id, org_id, name) select client_id, org_id, 'Client' from firms;
insert into public.contacts (id, org_id, client_id, user_id, name, email)
select contact_id, org_id, client_id, contact_user_id, 'Contact', 'contact@example.com' from firms;

-- Of every eight requests, one is open, one is complete and six are archived.
insert into public.requests (
  org_id, client_id, title, status, due_on, created_by, sent_at, closed_at, created_at, updated_at)
select f.org_id, f.client_id, 'Annual accounts ' || n,
  case n % 8 when 0 then 'open' when 1 then 'complete' else 'archived' end,
  current_date - (n % 365), f.owner_id, now() - make_interval(days => n % 365 + 20),
  case n % 8 when 0 then null else now() - make_interval(days => n % 365) end, now(), now()
from firms f, generate_series(1, f.requests) n;

-- About sixteen requests per client.
insert into public.clients (org_id, name)
select f.org_id, 'Client ' || n from firms f, generate_series(1, f.requests / 16) n;
update public.requests r set client_id = given.client_id
from (
  select asked.id, c.id as client_id
  from (
    select id, org_id, row_number() over (partition by org_id order by id) as no
    from public.requests
  ) asked
  join (
    select id, org_id, row_number() over (partition by org_id order by id) - 1 as no,
      count(*) over (partition by org_id) as many
    from public.clients
  ) c on c.org_id = asked.org_id and c.no = asked.no % c.many
) given
where r.id = given.id;

-- Each firm's contact can answer its first open request. In the first firm, the contact is
-- also a contact of every fiftieth open request.
insert into public.request_contacts (org_id, request_id, contact_id)
select r.org_id, r.id, f.contact_id
from firms f
join (
  select id, org_id, row_number() over (partition by org_id order by created_at, id) as no
  from public.requests where status = 'open'
) r on r.org_id = f.org_id and (r.no = 1 or (f.rank = 1 and r.no % 50 = 0));

insert into public.items (
  org_id, request_id, position, section, kind, title, status, updated_at, submitted_at)
select r.org_id, r.id, n, 'Papers', 'file', 'Bank statement ' || n,
  case when r.status <> 'open' then 'accepted' when n <= 8 then 'submitted' else 'open' end,
  r.sent_at + make_interval(mins => n),
  case when r.status = 'open' and n <= 8 then r.sent_at + make_interval(mins => n) end
from public.requests r, generate_series(1, 10) n;

insert into public.submissions (
  org_id, request_id, item_id, no, status, author_id, submitted_by, submitted_at, decided_by,
  decided_at)
select i.org_id, i.request_id, i.id, 1, i.status, f.contact_user_id, f.contact_user_id, now(),
  case i.status when 'accepted' then f.member_id end,
  case i.status when 'accepted' then now() end
from public.items i join firms f on f.org_id = i.org_id
where i.status <> 'open' and i.position % 2 = 0;

insert into public.files (
  org_id, request_id, item_id, submission_id, uploader_id, uploader_kind, name, bytes, mime,
  detected_mime, sha256, path, status, shared_at)
select s.org_id, s.request_id, s.item_id, s.id, s.author_id, 'contact', 'statement.pdf', 1500000,
  'application/pdf', 'application/pdf', repeat('a', 64),
  format('%s/%s/%s/%s.pdf', s.org_id, s.request_id, s.item_id, s.id), 'ready', now()
from public.submissions s;

alter table public.orgs enable trigger user;
alter table public.memberships enable trigger user;
alter table public.clients enable trigger user;
alter table public.contacts enable trigger user;
alter table public.requests enable trigger user;
alter table public.request_contacts enable trigger user;
alter table public.items enable trigger user;
alter table public.submissions enable trigger user;
alter table public.files enable trigger user;
