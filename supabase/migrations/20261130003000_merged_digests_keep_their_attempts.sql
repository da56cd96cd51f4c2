-- Corrects the digests to staff that are merged per reader:
-- - Digests with failed attempts are not merged, so that each has its own 72 hours.
-- - A request that gets another reader leaves the digest, so that it can come back to its first reader.
-- - Whether a reader was told of an answer is read from few emails, with an index.
-- - A digest about several requests is deleted after the last of them.
-- - The content also has the fields that a deliver-email from before 20261129233000 reads.

CREATE OR REPLACE FUNCTION private.is_told (
  item  public.items,
  email text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.outbox m
    where m.kind = 'staff_digest' and m.to_email = is_told.email
      and m.request_id = item.request_id and m.data -> 'item_ids' ? item.id::text
      and m.status <> 'cancelled' and m.updated_at >= item.submitted_at
  ) or exists (
    -- A merged digest has no request.
    select from private.outbox m
    where m.kind = 'staff_digest' and m.to_email = is_told.email
      and m.request_id is null and m.org_id = item.org_id and m.data -> 'item_ids' ? item.id::text
      and m.status <> 'cancelled' and m.updated_at >= item.submitted_at)
$function$;

CREATE OR REPLACE FUNCTION private.merge_digests (
  mail private.outbox
)
  RETURNS private.outbox
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  merged jsonb;
begin
  select * into mail from private.outbox m where m.id = mail.id and m.status = 'queued';
  with others as (
    select m.id from private.outbox m
    where m.kind = 'staff_digest' and m.status = 'queued' and m.org_id = mail.org_id
      and m.to_email = mail.to_email and m.tries = 0 and m.attempts = 0 and m.id <> mail.id
    for update skip locked
  ), emptied as (
    update private.outbox m set status = 'cancelled'
    from others where m.id = others.id
    returning m.data -> 'item_ids' as item_ids
  )
  select jsonb_agg(distinct entry) into merged
  from emptied cross join jsonb_array_elements(emptied.item_ids) entry;
  if merged is not null then
    update private.outbox m
    set request_id = null, data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') || merged)
    where m.id = mail.id
    returning * into mail;
  end if;
  return mail;
end
$function$;

CREATE OR REPLACE FUNCTION private.pass_on_digest (
  mail private.outbox
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moved uuid[] := array(
    select r.id from public.requests r
    where r.status = 'open' and r.id in (
      select i.request_id from public.items i where i.id = any (private.digest_items(mail)))
      and not exists (
        select from private.staff_readers(r.id) reader where reader.email = mail.to_email));
  entry record;
  digest private.outbox;
begin
  for entry in
    select reader.email, i.request_id, i.id
    from unnest(moved) as request (id)
    cross join private.staff_readers(request.id) reader
    join public.items i on i.request_id = request.id
      and i.status = 'submitted' and i.id = any (private.digest_items(mail))
    where not private.is_told(i, reader.email)
    order by reader.email, i.request_id, i.position
  loop
    digest.org_id := mail.org_id;
    digest.kind := mail.kind;
    digest.to_email := entry.email;
    digest.request_id := entry.request_id;
    digest.not_before := private.clock();
    digest.dedupe_key := mail.id;
    perform private.add_digest_entry(digest, entry.id);
  end loop;
  -- If its reader gets emails about these requests again, this digest must not count as told.
  if moved <> '{}' then
    update private.outbox m
    set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - array(
      select i.id::text from public.items i where i.request_id = any (moved)))
    where m.id = mail.id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.staff_digest_data (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with waiting as materialized (
    select i.request_id, jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'title', i.title,
        'contact_name', coalesce(
          (select c.name from public.contacts c
          join public.request_contacts rc on rc.contact_id = c.id and rc.request_id = i.request_id
          where c.user_id = s.submitted_by limit 1),
          private.user_name(s.submitted_by))))
      order by i.position) as items
    from public.items i
    join public.submissions s on s.item_id = i.id and s.status = i.status
      and s.no = (
        select max(newest.no) from public.submissions newest
        where newest.item_id = i.id and newest.status <> 'draft')
    where i.id = any (private.digest_items(mail)) and i.status = 'submitted'
    group by i.request_id
  ), listed as (
    select
      jsonb_agg(
        jsonb_build_object('id', r.id, 'title', r.title, 'client_name', c.name, 'items', w.items)
        order by c.name, r.title, r.id) as requests,
      case when count(distinct c.name) = 1 then min(c.name) end as client_name
    from waiting w
    join public.requests r on r.id = w.request_id and r.status = 'open'
    join public.clients c on c.id = r.client_id
    where exists (
      select from private.staff_readers(r.id) reader where reader.email = mail.to_email)
  )
  select jsonb_build_object(
    'requests', l.requests,
    -- A deliver-email from before 20261129233000 reads these two. It runs until the functions are
    -- deployed, which comes after the migrations. Remove both in the next release.
    'client_name', l.client_name,
    'items', jsonb_path_query_array(l.requests, '$[*].items[*]'))
  from listed l
  where l.requests is not null
$function$;

CREATE OR REPLACE FUNCTION public.claim_mail (
  max_rows integer DEFAULT 20
)
  RETURNS TABLE (
    mail_id           uuid,
    tries             integer,
    attempts          integer,
    kind              text,
    to_email          text,
    to_name           text,
    dedupe_key        text,
    org_name          text,
    org_slug          text,
    reply_email       text,
    time_zone         text,
    request_id        uuid,
    public_id         text,
    request_title     text,
    request_message   text,
    due_on            date,
    contact_id        uuid,
    user_id           uuid,
    account_id        uuid,
    account_confirmed boolean,
    data              jsonb,
    logo_path         text,
    brand_color       text,
    postal_address    text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
  content jsonb;
  claimed int := 0;
  seen int;
begin
  if private.is_mail_paused() then
    return;
  end if;
  -- Emails that are cancelled here must not delay the due emails behind them.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- While the first email about a request is being sent, hold back the email about its end.
        -- If the first email is cancelled, the recipient gets neither.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- If an earlier run claimed this email and was interrupted, that counts as an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        if private.may_record(mail) then
          perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        end if;
        continue;
      end if;
      if mail.kind = 'staff_digest' and mail.tries = 0 and mail.attempts = 0 then
        mail := private.merge_digests(mail);
        -- An earlier digest of this run already contains it.
        continue when mail.id is null;
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
          coalesce(u.email_confirmed_at is not null, false), content, o.logo_path, o.brand_color,
          case when mail.contact_id is not null then o.postal_address end
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
$function$;

CREATE OR REPLACE FUNCTION public.purge_requests (
  max_rows integer DEFAULT 20
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.requests;
  firms uuid[] := '{}';
  purged int := 0;
begin
  for request in
    select * from public.requests r
    where r.id = any (private.requests_to_purge(max_rows)) and r.status = 'archived'
    order by r.id for update skip locked
  loop
    delete from public.requests r where r.id = request.id;
    perform private.record_event(
      private.system_actor(), request.org_id, null, 'request.purged', 'request', request.id);
    firms := firms || request.org_id;
    purged := purged + 1;
  end loop;
  -- A digest about several requests belongs to none of them, so it is deleted after the last one.
  delete from private.outbox m
  where m.org_id = any (firms) and m.kind = 'staff_digest' and m.request_id is null
    and not exists (select from public.items i where i.id = any (private.digest_items(m)));
  return purged;
end
$function$;

CREATE INDEX outbox_merged_digest_idx ON private.outbox USING btree (org_id, to_email, updated_at)
  WHERE ((kind = 'staff_digest'::text) AND (request_id IS NULL));

COMMENT ON FUNCTION "private"."is_told"(public.items, text) IS 'Returns whether this reader got, or will get, a digest about an item''s current answer.';

COMMENT ON FUNCTION "private"."merge_digests"(private.outbox) IS 'Merges the firm''s other digests to the same reader into this one, even if they are not due yet. Leaves out digests with failed attempts, which have their own 72 hours. Returns null if this digest is no longer queued.';

COMMENT ON FUNCTION "private"."pass_on_digest"(private.outbox) IS 'Removes those requests from a digest about which its reader gets no more emails, and queues digests for the staff who now get them.';

REVOKE ALL ON FUNCTION "private"."is_told"(public.items, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_told"(public.items, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_told"(public.items, text) TO "postgres";
