-- The seed calls the product's own functions, so that every chain of events passes its
-- verification. The passwords are public, so never use this seed on a hosted project.

do $$
begin
  if to_regclass('local_backend.settings') is null
    and coalesce(current_setting('dossier.seed', true), '') <> 'test project' then
    raise exception 'seed.sql creates users with known passwords, so it runs only on a local backend';
  end if;
end
$$;

create temporary table seed_documents (
  key text primary key, path text, name text, mime text, bytes bigint, sha256 text
) on commit drop;
-- documents: written by scripts/make-seed-files.mjs
insert into seed_documents (key, path, name, mime, bytes, sha256) values
  ('bakery-march', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000001.pdf', 'Statement March.pdf', 'application/pdf', 2640,
    '2f7d772521f7013a472fc5cdc3b66c555e69c9bf1777d1817509e9c969820898'),
  ('bakery-april', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000002.pdf', 'Statement April.pdf', 'application/pdf', 2646,
    'de21cdb9be6ecdc19dd4a17caf29c4002e1b01b09a48dbf9be778d4198ac0684'),
  ('bakery-till', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000003.csv', 'cash-register-report.csv', 'text/csv', 7675,
    '370b9fdb02743a7fd20d78c0c0c6680aee532bb059532c3d4916137d6260311e'),
  ('bakery-receipt', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000004.png', 'IMG_2041.png', 'image/png', 2188,
    'fc5032d888b878ec87356b832ad253b66e14234dde88f6c532b7451a1230012d'),
  ('bakery-policy', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000005.pdf', 'Insurance schedule.pdf', 'application/pdf', 884,
    'adb65dc91efb66d6c188ead5f82e755893cc5571c9aa386e914b36a6fc8f449e'),
  ('bakery-claims', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000006.pdf', 'Claims history.pdf', 'application/pdf', 866,
    'd44428824214c4609d821d119eb7738f0d25477babeac7dd70db3b10bb58d06d'),
  ('bakery-inventory', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000007.csv', 'inventory.csv', 'text/csv', 2893,
    'f92e7c5a319f324b74f2f2fbbc908da2224107e7bc572de05041916b59a0ce05'),
  ('dental-year', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000008.pdf', 'Year end bank.pdf', 'application/pdf', 2641,
    '93b9a9367110a70c43a46d5441aa41156d43cd5af61abd46db8d1fe743f0a6a9'),
  ('dental-ledger', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000009.csv', 'ledger 2025.csv', 'text/csv', 12777,
    'b2be11b7f3cffdbf92f38512cc630eb07fdc76f4d8bd0ef6ff623761666e3f1a'),
  ('dental-equipment', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000010.pdf', 'Scanner invoice.pdf', 'application/pdf', 874,
    'ce178aaa790c5d865fc3accbf50af68f94ceb9624fa2ef25f992df4e1a7dceff'),
  ('joinery-reference', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000011.pdf', 'Landlord reference.pdf', 'application/pdf', 866,
    '4d261f5f44c3c928d6cb31b312c4fdb594da88d08fc04c382b620e93d4ceacb0'),
  ('joinery-blurred', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000012.png', 'photo-small.png', 'image/png', 12677,
    'a6a6e465679694eea61a5361d4a8d34dbd0687d7f564df62268cff2eecfb0ba6'),
  ('raman-passport', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000013.png', 'passport.png', 'image/png', 2597,
    'f9a07ffa62e9cd3a57167deb84797f12ddf555e261749839676ac6d474832b37'),
  ('raman-payslip', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000014.pdf', 'Pay stub January.pdf', 'application/pdf', 862,
    'eed08d444c91ddaedac512fbb140f39e1266772b41df099d46c418be530edc72'),
  ('raman-p60', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000015.pdf', 'P60.pdf', 'application/pdf', 876,
    'e2ea1c3bcc313945f0a756c757eec5c81e4afb7a471afe0e2530660519e3fdf3'),
  ('raman-p60-first', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000016.pdf', 'P60 (cut off).pdf', 'application/pdf', 850,
    '14a711946eb482804454012050161732702a3a0dcdaf1b8aec6974c2ffca6335'),
  ('rowing-accounts', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000017.pdf', 'Treasurer report.pdf', 'application/pdf', 883,
    'e98a3d2a86cd08255858ded00f4e3cab9529a2c049edfb57033b10d7e99fbed7'),
  ('rowing-members', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000018.csv', 'members.csv', 'text/csv', 3850,
    'f6f97957772de5684bf13535f2410aee94a6171523d06add1c3ff5314aa231a4'),
  ('theatre-bank', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000019.pdf', 'Bank 2024.pdf', 'application/pdf', 2650,
    '316ebd49d56815babf22d5c0f760f9b144bda943d532d1f2101214e2cfcbb29c'),
  ('theatre-box-office', '5eed0001-0000-4000-8000-000000000001/5eed0002-0000-4000-8000-000000000001/5eed0003-0000-4000-8000-000000000001/5eed0004-0000-4000-8000-000000000020.csv', 'box-office.csv', 'text/csv', 5762,
    '586f08bab48aa6d3fef0e9b5a560adb48b61685644cdd6becb80f21ebc2506fb');
-- documents end

-- Sets the clock to an hour of a day, but never later than now. `days` counts from today.
create function pg_temp.at(days int, hours numeric default 10) returns void
language sql as $$
  select set_config('dossier.clock', (
    least(date_trunc('day', now()) + make_interval(days => days, secs => hours * 3600), now())
  )::text, true)
$$;

-- Sets the claims as PostgREST does. Later calls act as this user.
create function pg_temp.act(email text) returns void
language sql as $$
  select set_config('request.jwt.claims', jsonb_build_object(
    'sub', u.id, 'role', 'authenticated', 'email', u.email, 'aal', 'aal1',
    'session_id', (select s.id from auth.sessions s where s.user_id = u.id limit 1),
    'amr', jsonb_build_array(jsonb_build_object(
      'method', 'otp', 'timestamp', floor(extract(epoch from private.clock())))))::text, true)
  from auth.users u where u.email = act.email
$$;

create function pg_temp.create_user(
  email text, name text, password text default null, id uuid default gen_random_uuid()
) returns uuid
language plpgsql as $$
begin
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token,
    email_change_token_new, email_change, created_at, updated_at)
  values (
    '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
    create_user.email,
    coalesce(extensions.crypt(password, extensions.gen_salt('bf', 10)), ''),
    private.clock(), '{"provider":"email","providers":["email"]}',
    jsonb_build_object('name', create_user.name, 'email', create_user.email, 'email_verified', true),
    '', '', '', '', private.clock(), private.clock());
  insert into auth.identities (
    provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (
    id::text, id,
    jsonb_build_object('sub', id, 'email', create_user.email, 'email_verified', true),
    'email', private.clock(), private.clock(), private.clock());
  return id;
end
$$;

create function pg_temp.org() returns uuid language sql as $$
  select id from public.orgs where slug = 'harbour-lane'
$$;

create function pg_temp.add_client(name text, ref text) returns uuid language sql as $$
  select (public.save_client(
    org_id => pg_temp.org(), name => add_client.name, ref => add_client.ref) ->> 'id')::uuid
$$;

create function pg_temp.add_contact(ref text, name text, email text) returns void
language plpgsql as $$
declare
  contact_id uuid := (public.save_contact(
    org_id => pg_temp.org(), client_id => (select c.id from public.clients c where c.ref = add_contact.ref),
    name => add_contact.name, email => add_contact.email) ->> 'id')::uuid;
begin
  perform public.link_contact(
    contact_id, add_contact.email, pg_temp.create_user(add_contact.email, add_contact.name));
end
$$;

create function pg_temp.draft(
  ref text, title text, message text, due_in int, emails text[], items jsonb
) returns uuid language sql as $$
  select (public.save_draft(
    org_id => pg_temp.org(),
    client_id => (select c.id from public.clients c where c.ref = draft.ref),
    title => draft.title, message => draft.message,
    due_on => (now() + make_interval(days => due_in))::date,
    contact_ids => array(select c.id from public.contacts c where c.email::text = any (emails)),
    items => draft.items) ->> 'id')::uuid
$$;

create function pg_temp.item(request_id uuid, title text) returns uuid language sql as $$
  select i.id from public.items i
  where i.request_id = item.request_id and i.title like item.title || '%'
$$;

create function pg_temp.arrive(request_id uuid, email text) returns void language plpgsql as $$
begin
  perform pg_temp.act(email);
  perform public.open_request(
    (select r.public_id from public.requests r where r.id = arrive.request_id));
end
$$;

-- Adds a document to the answer, as if it had been uploaded and inspected.
create function pg_temp.attach(item_id uuid, key text) returns void language plpgsql as $$
declare
  item public.items;
  document seed_documents;
  submission_id uuid;
  file public.files;
begin
  select * into item from public.items i where i.id = attach.item_id;
  select * into document from seed_documents d where d.key = attach.key;
  submission_id := (public.save_answer(item_id => item.id) ->> 'submission_id')::uuid;
  insert into public.files (
    org_id, request_id, item_id, submission_id, uploader_id, uploader_kind, name, bytes, mime,
    detected_mime, sha256, path, status)
  values (
    item.org_id, item.request_id, item.id, submission_id, auth.uid(), 'contact', document.name,
    document.bytes, document.mime,
    document.mime || case when document.mime like 'text/%' then '; charset=utf-8' else '' end,
    document.sha256, document.path, 'ready')
  returning * into file;
  perform private.record_event(
    actor, file.org_id, file.request_id, action, 'file', file.id,
    jsonb_build_object('item_id', item.id, 'submission_id', submission_id))
  from (values
    (private.require_party(item.request_id), 'file.started'),
    (private.require_party(item.request_id), 'file.uploaded'),
    (private.system_actor(), 'file.ready')) as told (actor, action);
end
$$;

create function pg_temp.send_files(item_id uuid, keys text[]) returns void language plpgsql as $$
begin
  perform pg_temp.attach(send_files.item_id, key) from unnest(keys) as key;
  perform public.submit_item(send_files.item_id);
end
$$;

create function pg_temp.send_answer(item_id uuid, answer jsonb) returns void language plpgsql as $$
begin
  perform public.save_answer(send_answer.item_id, send_answer.answer);
  perform public.submit_item(send_answer.item_id);
end
$$;

create function pg_temp.decide(item_id uuid, decision text, note text default null) returns void
language plpgsql as $$
begin
  perform public.review_item(decide.item_id, decide.decision, decide.note);
end
$$;

select pg_temp.at(-210);
-- The ids are fixed, because the color of a user's picture on the demo's sign-in page depends on
-- the id.
select pg_temp.create_user(
  'olivia@harbour.example', 'Olivia Hart', 'dossier-demo', '5eed0006-0000-4000-8000-000000000001');
select pg_temp.create_user(
  'adam@harbour.example', 'Adam Reyes', 'dossier-demo', '5eed0006-0000-4000-8000-000000000002');
select pg_temp.create_user(
  'mia@harbour.example', 'Mia Chen', 'dossier-demo', '5eed0006-0000-4000-8000-000000000003');

do $$
declare
  invited record;
begin
  perform pg_temp.act('olivia@harbour.example');
  -- The firm has a fixed id, because the path of its logo contains the id.
  alter table public.orgs alter id set default '5eed0001-0000-4000-8000-000000000001';
  perform public.create_org('Harbour & Lane', 'harbour-lane', 'Europe/London');
  alter table public.orgs alter id set default gen_random_uuid();
  -- The demo and its tests send more emails in one day than a firm would, so raise the limits.
  insert into private.org_limits (org_id, is_trusted, first_emails, invitations)
  values (pg_temp.org(), true, 100000, 100000);
  update public.orgs set
    reply_email = 'hello@harbour.example',
    postal_address = '4 Quay Street, Bristol BS1 4DB',
    brand_color = '#0d5f66',
    setup_dismissed_at = private.clock(),
    logo_path = 'logos/5eed0001-0000-4000-8000-000000000001/5eed0005-0000-4000-8000-000000000001.png'
  where id = pg_temp.org();
  insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  select gen_random_uuid(), u.id, private.clock(), private.clock(), 'aal1'
  from auth.users u where u.email = 'olivia@harbour.example';
  for invited in select * from (values
    ('adam@harbour.example', 'admin', -209), ('mia@harbour.example', 'member', -190)
  ) as people (email, role, day) loop
    perform pg_temp.at(invited.day);
    perform pg_temp.act('olivia@harbour.example');
    perform public.create_invitation(pg_temp.org(), invited.email, invited.role);
    perform pg_temp.act(invited.email);
    perform public.accept_invitation(
      (select i.id from public.invitations i where i.email::text = invited.email));
  end loop;
end
$$;

select pg_temp.at(-180), pg_temp.act('adam@harbour.example');
select pg_temp.add_client(name, ref) from (values
  ('Bramble & Finch Bakery', 'HL-101'), ('Okafor Dental Practice', 'HL-102'),
  ('Northgate Joinery Ltd', 'HL-103'), ('Priya Raman', 'HL-104'),
  ('Tideway Rowing Club', 'HL-105'), ('The Lamplight Theatre', 'HL-106')
) as clients (name, ref);
select pg_temp.add_contact(ref, name, email) from (values
  ('HL-101', 'Ruth Bramble', 'ruth@bramblefinch.example'),
  ('HL-101', 'Tom Finch', 'tom@bramblefinch.example'),
  ('HL-102', 'Ada Okafor', 'ada@okafordental.example'),
  ('HL-102', 'Sam Ellis', 'sam@okafordental.example'),
  ('HL-103', 'Peter Novak', 'peter@northgate.example'),
  ('HL-104', 'Priya Raman', 'priya@raman.example'),
  ('HL-105', 'Helen Marsh', 'helen@tideway.example'),
  ('HL-105', 'Colin Webb', 'colin@tideway.example'),
  ('HL-106', 'Grace Lin', 'grace@lamplight.example'),
  ('HL-106', 'Owen Price', 'owen@lamplight.example')
) as contacts (ref, name, email);

-- An archived request.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-170), pg_temp.act('adam@harbour.example');
  request := pg_temp.draft('HL-106', 'Accounts 2024', 'For the year to December 2024.', -149,
    '{grace@lamplight.example}', '[
      {"section":"Bank","kind":"file","title":"Bank statements","accept":["pdf"]},
      {"section":"Takings","kind":"file","title":"Box office report","accept":["spreadsheet"]},
      {"section":"About the year","kind":"date","title":"Date of the stock count"}]');
  perform public.send_request(request);
  perform pg_temp.at(-160, 9), pg_temp.arrive(request, 'grace@lamplight.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Bank'), '{theatre-bank}');
  perform pg_temp.send_files(pg_temp.item(request, 'Box'), '{theatre-box-office}');
  perform pg_temp.send_answer(pg_temp.item(request, 'Date'), '{"date":"2024-12-31"}');
  perform pg_temp.at(-158, 11), pg_temp.act('adam@harbour.example');
  perform pg_temp.decide(i.id, 'accepted') from public.items i where i.request_id = request;
  perform pg_temp.at(-60, 12);
  perform public.archive_request(request);
end
$$;

-- A complete request whose item P60 has two versions.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-70), pg_temp.act('mia@harbour.example');
  request := pg_temp.draft('HL-104', 'Self assessment', 'Thank you, Priya. We need only these two items.', -49,
    '{priya@raman.example}', '[
      {"kind":"file","title":"P60","accept":["pdf"]},
      {"kind":"text","title":"Other income","help":"Interest, dividends, rent."}]');
  perform public.send_request(request);
  perform pg_temp.at(-66, 20), pg_temp.arrive(request, 'priya@raman.example');
  perform pg_temp.send_files(pg_temp.item(request, 'P60'), '{raman-p60-first}');
  perform pg_temp.at(-65, 9), pg_temp.act('mia@harbour.example');
  perform pg_temp.decide(pg_temp.item(request, 'P60'), 'returned', 'The right-hand side is cut off. Please send the whole page.');
  perform pg_temp.at(-64, 19), pg_temp.act('priya@raman.example');
  perform pg_temp.send_files(pg_temp.item(request, 'P60'), '{raman-p60}');
  perform pg_temp.send_answer(pg_temp.item(request, 'Other'), '{"text":"Bank interest of 212.40. No dividends, no rent."}');
  perform pg_temp.at(-63, 10), pg_temp.act('mia@harbour.example');
  perform pg_temp.decide(i.id, 'accepted') from public.items i where i.request_id = request;
end
$$;

do $$
declare
  request uuid;
begin
  perform pg_temp.at(-40), pg_temp.act('adam@harbour.example');
  request := pg_temp.draft('HL-105', 'Independent examination', 'For the annual meeting.', -19,
    '{helen@tideway.example,colin@tideway.example}', '[
      {"kind":"file","title":"Treasurer''s report","accept":["pdf","document"]},
      {"kind":"file","title":"Membership list","accept":["spreadsheet"]},
      {"kind":"choice","title":"Gift Aid claimed?","options":{"choices":["Yes","No"]}}]');
  perform public.send_request(request);
  perform pg_temp.at(-30, 18), pg_temp.arrive(request, 'helen@tideway.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Treasurer'), '{rowing-accounts}');
  perform pg_temp.send_files(pg_temp.item(request, 'Membership'), '{rowing-members}');
  perform pg_temp.send_answer(pg_temp.item(request, 'Gift'), '{"choices":["Yes"]}');
  perform pg_temp.at(-28, 10), pg_temp.act('adam@harbour.example');
  perform pg_temp.decide(i.id, 'accepted') from public.items i where i.request_id = request;
  update public.contacts set status = 'bounced' where email::text = 'colin@tideway.example';
end
$$;

do $$
declare
  request uuid;
begin
  perform pg_temp.at(-33), pg_temp.act('mia@harbour.example');
  request := pg_temp.draft('HL-103', 'Fleet insurance renewal', '', -12,
    '{peter@northgate.example}', '[{"kind":"file","title":"Vehicle list","accept":["spreadsheet","pdf"]}]');
  perform public.send_request(request);
  perform pg_temp.at(-29, 15), pg_temp.act('mia@harbour.example');
  perform public.cancel_request(request, 'The broker has the list already.');
end
$$;

-- An overdue open request with an accepted and a returned answer.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-17), pg_temp.act('mia@harbour.example');
  request := pg_temp.draft('HL-103', 'Lease of the new workshop', 'The landlord wants these before signing.', -3,
    '{peter@northgate.example}', '[
      {"section":"References","kind":"file","title":"Landlord reference","accept":["pdf"]},
      {"section":"References","kind":"file","title":"Photo of the current workshop","accept":["image"]},
      {"section":"The lease","kind":"date","title":"Preferred start date"}]');
  perform public.send_request(request);
  perform pg_temp.at(-9, 17), pg_temp.arrive(request, 'peter@northgate.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Landlord'), '{joinery-reference}');
  perform pg_temp.send_files(pg_temp.item(request, 'Photo'), '{joinery-blurred}');
  perform pg_temp.at(-8, 9), pg_temp.act('mia@harbour.example');
  perform pg_temp.decide(pg_temp.item(request, 'Landlord'), 'accepted');
  perform pg_temp.decide(pg_temp.item(request, 'Photo'), 'returned', 'Too small to see anything. Please send the original photo.');
end
$$;

-- An open request with a rejected file in a draft answer. The demo's portal link opens this
-- request.
do $$
declare
  request uuid;
  bank uuid;
begin
  perform pg_temp.at(-9), pg_temp.act('mia@harbour.example');
  request := pg_temp.draft('HL-101', 'Annual accounts 2026', 'To prepare your accounts, we need the following. Send what you have; you can add the rest later.', 12,
    '{ruth@bramblefinch.example,tom@bramblefinch.example}', '[
      {"section":"Bank","kind":"file","title":"Bank statements","help":"March and April, business account.","accept":["pdf"]},
      {"section":"Bank","kind":"file","title":"Loan statement","accept":["pdf"],"required":false},
      {"section":"Sales and costs","kind":"file","title":"Cash register report","accept":["spreadsheet"]},
      {"section":"Sales and costs","kind":"file","title":"Receipts","help":"Photos are fine.","accept":["image","pdf"]},
      {"section":"About the year","kind":"choice","title":"Did you buy or sell equipment?","options":{"choices":["Yes (give details in the note)","No"]}},
      {"section":"About the year","kind":"text","title":"Anything unusual this year?","help":"For example, new premises, new owners or one-off income."},
      {"section":"About the year","kind":"date","title":"Date of the last stock count","required":false}]');
  perform public.send_request(request);
  update public.requests set public_id = 'de300000000000000000000000000001' where id = request;
  perform pg_temp.at(-6, 21), pg_temp.arrive(request, 'ruth@bramblefinch.example');
  bank := pg_temp.item(request, 'Bank');
  perform pg_temp.send_files(bank, '{bakery-march,bakery-april}');
  perform pg_temp.send_files(pg_temp.item(request, 'Cash'), '{bakery-till}');
  perform pg_temp.send_answer(pg_temp.item(request, 'Did'), '{"choices":["No"]}');
  perform pg_temp.at(-5, 10), pg_temp.act('mia@harbour.example');
  perform pg_temp.decide(bank, 'accepted');
  perform pg_temp.decide(pg_temp.item(request, 'Cash'), 'accepted');
  perform pg_temp.decide(pg_temp.item(request, 'Did'), 'accepted');
  perform pg_temp.at(-4, 20), pg_temp.act('ruth@bramblefinch.example');
  perform pg_temp.attach(pg_temp.item(request, 'Receipts'), 'bakery-receipt');
  perform public.begin_upload(pg_temp.item(request, 'Receipts'), 'receipts-all.pdf', 48213, 'application/pdf');
  update public.files set status = 'checking'
  where request_id = request and name = 'receipts-all.pdf';
  perform public.record_inspection(f.id, 'rejected', 'application/zip', repeat('0', 63) || '1', 'type_mismatch')
  from public.files f where f.request_id = request and f.name = 'receipts-all.pdf';
end
$$;

-- An open request with two answers to review.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-8), pg_temp.act('adam@harbour.example');
  request := pg_temp.draft('HL-102', 'Year-end papers', '', 6,
    '{ada@okafordental.example}', '[
      {"kind":"file","title":"Bank statement at year end","accept":["pdf"]},
      {"kind":"file","title":"Ledger","accept":["spreadsheet"]},
      {"kind":"file","title":"Invoices for equipment","accept":["pdf","image"]},
      {"kind":"text","title":"Staff changes","required":false}]');
  perform public.send_request(request);
  perform pg_temp.at(-3, 13), pg_temp.arrive(request, 'ada@okafordental.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Bank'), '{dental-year}');
  perform pg_temp.at(-2, 10), pg_temp.act('adam@harbour.example');
  perform pg_temp.decide(pg_temp.item(request, 'Bank'), 'accepted');
  perform pg_temp.at(-1, 16), pg_temp.act('ada@okafordental.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Ledger'), '{dental-ledger}');
  perform pg_temp.send_files(pg_temp.item(request, 'Invoices'), '{dental-equipment}');
end
$$;

-- An open request with a waived item and an answer that needs more.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-7), pg_temp.act('mia@harbour.example');
  request := pg_temp.draft('HL-104', 'Mortgage application', 'The lender asks for these documents. Clear photos from a phone are fine.', 9,
    '{priya@raman.example}', '[
      {"section":"Identity","kind":"file","title":"Passport or driver’s license","accept":["pdf","image"],"max_files":2},
      {"section":"Income","kind":"file","title":"Last three pay stubs","accept":["pdf","image"],"max_files":3},
      {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
      {"section":"Property","kind":"text","title":"Address of the property"},
      {"section":"Property","kind":"date","title":"Preferred move-in date","required":false}]');
  perform public.send_request(request);
  perform pg_temp.at(-4, 19), pg_temp.arrive(request, 'priya@raman.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Passport'), '{raman-passport}');
  perform pg_temp.send_files(pg_temp.item(request, 'Last'), '{raman-payslip}');
  perform pg_temp.send_answer(pg_temp.item(request, 'Employment'), '{"choices":["Employed"]}');
  perform pg_temp.at(-3, 9), pg_temp.act('mia@harbour.example');
  perform pg_temp.decide(pg_temp.item(request, 'Passport'), 'accepted');
  perform pg_temp.decide(pg_temp.item(request, 'Last'), 'partial', 'January is fine. February and March are still missing.');
  perform public.waive_item(pg_temp.item(request, 'Preferred'), 'The lender no longer asks for it.');
end
$$;

-- An open request with an answer that marks an item as not applicable.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-5), pg_temp.act('olivia@harbour.example');
  request := pg_temp.draft('HL-102', 'New employee: Sam Ellis', 'Welcome. We need a few details to put you on the payroll.', 4,
    '{sam@okafordental.example}', '[
      {"section":"You","kind":"date","title":"Start date"},
      {"section":"Pay","kind":"text","title":"Bank account for direct deposit"},
      {"section":"Pay","kind":"file","title":"P45 from your last employer","accept":["pdf","image"]},
      {"section":"Pay","kind":"choice","title":"Student loan","options":{"choices":["None","Plan 1","Plan 2","Plan 4","Plan 5","Postgraduate"],"multiple":true}}]');
  perform public.send_request(request);
  perform pg_temp.at(-2, 18), pg_temp.arrive(request, 'sam@okafordental.example');
  perform public.save_answer(pg_temp.item(request, 'P45'), null, true, 'This is my first job.');
  perform public.submit_item(pg_temp.item(request, 'P45'));
  perform pg_temp.send_answer(pg_temp.item(request, 'Student'), '{"choices":["None"]}');
end
$$;

-- An open request whose answers all wait for review.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-6), pg_temp.act('adam@harbour.example');
  request := pg_temp.draft('HL-101', 'Insurance renewal', 'The insurer renews at the end of the month.', 3,
    '{tom@bramblefinch.example}', '[
      {"kind":"file","title":"Current schedule","accept":["pdf"]},
      {"kind":"file","title":"Claims history","accept":["pdf"]},
      {"kind":"file","title":"Inventory","accept":["spreadsheet"]}]');
  perform public.send_request(request);
  perform pg_temp.at(-1, 8), pg_temp.arrive(request, 'tom@bramblefinch.example');
  perform pg_temp.send_files(pg_temp.item(request, 'Current'), '{bakery-policy}');
  perform pg_temp.send_files(pg_temp.item(request, 'Claims'), '{bakery-claims}');
  perform pg_temp.send_files(pg_temp.item(request, 'Inventory'), '{bakery-inventory}');
end
$$;

-- An open request that no one has opened, and a draft.
do $$
declare
  request uuid;
begin
  perform pg_temp.at(-2), pg_temp.act('mia@harbour.example');
  request := pg_temp.draft('HL-105', 'VAT return', 'For the last quarter.', 12,
    '{helen@tideway.example}', '[
      {"kind":"file","title":"Purchase invoices","accept":["pdf","image"]},
      {"kind":"text","title":"Sales not yet invoiced"}]');
  perform public.send_request(request);
  perform pg_temp.at(-1, 15), pg_temp.act('mia@harbour.example');
  perform pg_temp.draft('HL-106', 'Payroll set-up', '', 14, '{grace@lamplight.example}', '[
      {"kind":"file","title":"Contracts of employment","accept":["pdf"]},
      {"kind":"text","title":"Pay day"}]');
end
$$;

update public.requests r set assignee_id = u.id
from (values
  ('Annual accounts 2026', 'mia@harbour.example'), ('Mortgage application', 'mia@harbour.example'),
  ('Lease of the new workshop', 'mia@harbour.example'), ('Year-end papers', 'adam@harbour.example'),
  ('Insurance renewal', 'adam@harbour.example'), ('Self assessment', 'adam@harbour.example'),
  ('Independent examination', 'olivia@harbour.example')
) as work (title, email)
join auth.users u on u.email = work.email
where r.org_id = pg_temp.org() and r.title = work.title;

-- Helen and Owen used the opt-out link in their emails.
do $$
begin
  perform pg_temp.at(-2, 12);
  perform public.set_opt_out(private.opt_out_token(c), choices.choice)
  from (values
    ('helen@tideway.example', 'no_reminders'), ('owen@lamplight.example', 'left')
  ) as choices (email, choice)
  join public.contacts c on c.email::text = choices.email;
end
$$;

-- Keep this block after all other events of the firm, because the events of a chain must be in
-- chronological order.
do $$
begin
  perform pg_temp.at(-2, 13), pg_temp.act('olivia@harbour.example');
  perform public.create_invitation(pg_temp.org(), 'leo@harbour.example', 'member');
  delete from auth.sessions;
end
$$;

-- Lists are ordered by id, so number the events in the order of their times. Hashes do not contain
-- the ids.
alter table public.events alter id set generated by default;
alter table public.events disable trigger keep_events;
with numbered as (
  select e.id, row_number() over (order by e.id) as place,
    row_number() over (order by e.at, e.id) as place_in_time
  from public.events e
), moved as (
  select event.id, target.id as new_id
  from numbered event join numbered target on target.place = event.place_in_time
)
-- Use negative ids first, because no event has a negative id.
update public.events e set id = -m.new_id from moved m where m.id = e.id;
update public.events set id = -id;
alter table public.events enable trigger keep_events;
alter table public.events alter id set generated always;

-- Past emails and reminders count as sent. Future reminders remain planned.
update private.outbox set status = 'sent' where status = 'queued';
do $$
begin
  perform set_config('dossier.clock', '', true);
  update public.reminders set status = 'sent' where status = 'scheduled' and due_at <= now();
  perform private.schedule_reminders(r.id) from public.requests r where r.status = 'open';
end
$$;
select set_config('request.jwt.claims', '', true);
