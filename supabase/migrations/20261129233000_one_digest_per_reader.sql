-- New answers to several requests of a firm are one email per reader. Digests that are queued need
-- no change.

SET local check_function_bodies = off;

DROP FUNCTION "private"."mail_items"(private.outbox, text[]);

DROP FUNCTION "private"."pass_on_digest"(private.outbox);

CREATE OR REPLACE FUNCTION private.decision_mail_data (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'client_name', (
      select c.name from public.requests r
      join public.clients c on c.id = r.client_id where r.id = mail.request_id),
    'items', jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'title', i.title, 'status', i.status, 'note', s.decision_note,
        'staff_name', private.staff_name(s.decided_by)))
      order by i.position))
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = i.status
    and s.no = (
      select max(newest.no) from public.submissions newest
      where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = mail.request_id and i.status in ('partial', 'returned')
    and i.id = any (private.digest_items(mail))
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION private.digest_items (
  mail private.outbox
)
  RETURNS uuid[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array(select jsonb_array_elements_text(mail.data -> 'item_ids')::uuid)
$function$;

CREATE OR REPLACE FUNCTION private.drop_digest_entry (
  kind text,
  item public.items
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.outbox m set
    data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item.id::text),
    status = case when (m.data -> 'item_ids') - item.id::text = '[]' then 'cancelled' else m.status end
  where m.kind = drop_digest_entry.kind and m.request_id = item.request_id
    and m.status in ('queued', 'deferred')
    and m.data -> 'item_ids' ? item.id::text;
  -- A merged digest has items of several requests.
  update private.outbox m set
    data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item.id::text)
  where drop_digest_entry.kind = 'staff_digest' and m.kind = 'staff_digest' and m.status = 'queued'
    and m.org_id = item.org_id and m.request_id is null
    and m.data -> 'item_ids' ? item.id::text
$function$;

CREATE OR REPLACE FUNCTION private.mail_data (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if mail.kind = 'decision_digest' then
    return private.decision_mail_data(mail);
  elsif mail.kind = 'staff_digest' then
    return private.staff_digest_data(mail);
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind = 'account_notice' then
    return private.notice_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'staff_notice' then
    return private.staff_notice_data(mail);
  elsif mail.kind = 'email_deferred' then
    return private.deferral_mail_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
  elsif mail.kind in ('request_sent', 'request_reopened', 'reminder') then
    return mail.data || private.asked_items(mail.request_id);
  else
    return mail.data || jsonb_build_object('client_name', (
      select c.name from public.requests r
      join public.clients c on c.id = r.client_id where r.id = mail.request_id));
  end if;
end
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
      and m.to_email = mail.to_email and m.tries = 0 and m.id <> mail.id
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
  entry record;
  digest private.outbox;
begin
  for entry in
    with moved as materialized (
      select r.id
      from public.requests r
      where r.status = 'open' and r.id in (
        select i.request_id from public.items i where i.id = any (private.digest_items(mail)))
        and not exists (
          select from private.staff_readers(r.id) reader where reader.email = mail.to_email)
    )
    select reader.email, i.request_id, i.id
    from moved
    cross join private.staff_readers(moved.id) reader
    join public.items i on i.request_id = moved.id
      and i.status = 'submitted' and i.id = any (private.digest_items(mail))
    where not exists (
      select from private.outbox told
      where told.org_id = mail.org_id and told.kind = mail.kind
        and told.to_email = reader.email and told.data -> 'item_ids' ? i.id::text
        and told.status <> 'cancelled' and told.updated_at >= i.submitted_at)
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
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_mail (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_wanted boolean := private.is_mail_wanted(mail);
  content jsonb := private.mail_data(mail);
begin
  if is_wanted and mail.kind = 'staff_digest' then
    perform private.pass_on_digest(mail);
  end if;
  if (case
    when content is null or not is_wanted then false
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    if mail.request_id is not null or mail.kind = 'staff_digest' then
      content := content || jsonb_build_object(
        'is_trusted', private.is_trusted_org(mail.org_id));
    end if;
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  -- Cancelling a reminder records an event. If the chain is locked, a later run cancels it.
  if mail.kind <> 'reminder' or private.may_record(mail) then
    update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  end if;
  return null;
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
  )
  select jsonb_build_object('requests', jsonb_agg(
    jsonb_build_object('id', r.id, 'title', r.title, 'client_name', c.name, 'items', w.items)
    order by c.name, r.title, r.id))
  from waiting w
  join public.requests r on r.id = w.request_id and r.status = 'open'
  join public.clients c on c.id = r.client_id
  where exists (
    select from private.staff_readers(r.id) reader where reader.email = mail.to_email)
  having count(*) > 0
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
      if mail.kind = 'staff_digest' and mail.tries = 0 then
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

CREATE INDEX outbox_staff_digest_idx ON private.outbox USING btree (org_id, to_email)
  WHERE ((kind = 'staff_digest'::text) AND (status = 'queued'::text));

COMMENT ON FUNCTION "private"."decision_mail_data"(private.outbox) IS 'Returns the content of an email about decisions: its items in their current state; null if none is left.';

COMMENT ON FUNCTION "private"."digest_items"(private.outbox) IS 'Returns the ids of a digest''s items.';

COMMENT ON FUNCTION "private"."merge_digests"(private.outbox) IS 'Merges the firm''s other digests to the same reader that were never tried into this one, even if they are not due yet. Returns null if this digest is no longer queued.';

COMMENT ON FUNCTION "private"."pass_on_digest"(private.outbox) IS 'Queues digests for the staff who now get emails about those requests of the digest about which its reader gets no more emails.';

COMMENT ON FUNCTION "private"."staff_digest_data"(private.outbox) IS 'Returns the content of an email about new answers: those that still wait for a decision, by request; null if none is left. Omits requests about which the reader gets no more emails.';

REVOKE ALL ON FUNCTION "private"."decision_mail_data"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decision_mail_data"(private.outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decision_mail_data"(private.outbox) TO "postgres";

REVOKE ALL ON FUNCTION "private"."digest_items"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."digest_items"(private.outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."digest_items"(private.outbox) TO "postgres";

REVOKE ALL ON FUNCTION "private"."merge_digests"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merge_digests"(private.outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."merge_digests"(private.outbox) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pass_on_digest"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pass_on_digest"(private.outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pass_on_digest"(private.outbox) TO "postgres";

REVOKE ALL ON FUNCTION "private"."staff_digest_data"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_digest_data"(private.outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_digest_data"(private.outbox) TO "postgres";
