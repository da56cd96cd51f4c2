create function private.record_org(org_id uuid, change text, data jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  select private.record_event(
    private.acting_staff(), org_id, null, 'org.saved', 'org', org_id,
    jsonb_build_object('change', change) || data)
$$;
comment on function private.record_org(uuid, text, jsonb) is
  'Records which part of a firm''s settings the caller changed.';

create function public.update_org(
  org_id uuid, name text, slug text, reply_email text, time_zone text,
  logo_path text default null, postal_address text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  org public.orgs;
  old_zone text;
begin
  perform private.require_staff(update_org.org_id, '{owner,admin}');
  select o.time_zone into old_zone from public.orgs o
  where o.id = update_org.org_id for no key update;
  update public.orgs o set
    name = private.clean_name(update_org.name, 'name', 2, 80, true),
    slug = case o.slug when update_org.slug then o.slug
      else private.clean_slug(update_org.slug) end,
    reply_email = private.clean_email(update_org.reply_email, 'reply_email'),
    time_zone = private.clean_time_zone(update_org.time_zone),
    logo_path = case when update_org.logo_path is null then o.logo_path
      else nullif(update_org.logo_path, '') end,
    postal_address = case when update_org.postal_address is null then o.postal_address
      else nullif(private.clean_name(update_org.postal_address, 'postal_address', 0, 200), '') end
  where o.id = update_org.org_id returning * into org;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  if org.time_zone <> old_zone then
    perform private.replan_org(org.id);
  end if;
  perform private.record_org(org.id, 'profile');
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception
  when unique_violation then
    perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$$;
comment on function public.update_org(uuid, text, text, text, text, text, text) is
  'Changes the name and contact details of a firm. If the slug changes, old links to staff pages '
  'stop working. Without a logo or a postal address, keeps the present one; an empty one removes '
  'it.';
grant execute on function public.update_org(uuid, text, text, text, text, text, text)
  to authenticated;

create function public.update_logo(org_id uuid, logo_path text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff(update_logo.org_id, '{owner,admin}');
  update public.orgs o set logo_path = nullif(update_logo.logo_path, '')
  where o.id = update_logo.org_id;
  perform private.record_org(update_logo.org_id, 'profile');
  return jsonb_build_object('id', update_logo.org_id);
exception
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$$;
comment on function public.update_logo(uuid, text) is
  'Changes only the logo of a firm. Without a path, removes it.';
grant execute on function public.update_logo(uuid, text) to authenticated;

create function public.update_brand(
  org_id uuid, brand_color text default null, expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  org public.orgs;
  color text := nullif(lower(left(update_brand.brand_color, 8)), '');
begin
  perform private.require_staff(update_brand.org_id, '{owner,admin}');
  if color !~ '^#[0-9a-f]{6}$' then
    perform private.invalid('brand_color', 'format');
  end if;
  select * into org from public.orgs o where o.id = update_brand.org_id for no key update;
  perform private.check_version(expected_version, org.brand_version, org.id, org.id);
  update public.orgs o set brand_color = color, brand_version = o.brand_version + 1
  where o.id = org.id returning * into org;
  perform private.record_org(org.id, 'brand');
  return jsonb_build_object('id', org.id, 'brand_version', org.brand_version);
end
$$;
comment on function public.update_brand(uuid, text, int) is
  'Sets the color that contacts see on pages and in emails; null for none.';
grant execute on function public.update_brand(uuid, text, int) to authenticated;

create function public.set_reminder_policy(org_id uuid, reminder_days int[], reminder_every int)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  days int[] := coalesce(set_reminder_policy.reminder_days, '{}');
begin
  perform private.require_staff(set_reminder_policy.org_id, '{owner,admin}');
  if cardinality(days) > 8 then
    perform private.invalid('reminder_days', 'length', '{"min":0,"max":8}');
  elsif exists (select from unnest(days) day where day is null or day not between -60 and 60) then
    perform private.invalid('reminder_days', 'range', '{"min":-60,"max":60}');
  elsif cardinality(days) <> (select count(distinct day) from unnest(days) day) then
    perform private.invalid('reminder_days', 'unique');
  elsif reminder_every is null or reminder_every not between 0 and 30 then
    perform private.invalid('reminder_every', 'range', '{"min":0,"max":30}');
  end if;
  update public.orgs o set
    reminder_days = array(select day from unnest(days) day order by day),
    reminder_every = set_reminder_policy.reminder_every
  where o.id = set_reminder_policy.org_id;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  perform private.replan_org(set_reminder_policy.org_id);
  perform private.record_org(set_reminder_policy.org_id, 'reminders');
  return jsonb_build_object('id', set_reminder_policy.org_id);
end
$$;
comment on function public.set_reminder_policy(uuid, int[], int) is
  'Sets the days before (negative) and after the due date, then the interval in days, or 0 for '
  'no later reminders. The plan also applies to open requests.';
grant execute on function public.set_reminder_policy(uuid, int[], int) to authenticated;

create function public.set_retention(org_id uuid, retention_days int) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff(set_retention.org_id, '{owner}');
  perform private.require_step_up(set_retention.org_id);
  if set_retention.retention_days is null or set_retention.retention_days not between 30 and 3650 then
    perform private.invalid('retention_days', 'range', '{"min":30,"max":3650}');
  end if;
  update public.orgs o set retention_days = set_retention.retention_days
  where o.id = set_retention.org_id;
  perform private.record_org(
    set_retention.org_id, 'retention', jsonb_build_object('days', set_retention.retention_days));
  return jsonb_build_object('id', set_retention.org_id);
end
$$;
comment on function public.set_retention(uuid, int) is
  'Sets for how many days a request is kept after it closes.';
grant execute on function public.set_retention(uuid, int) to authenticated;

create function public.set_require_mfa(org_id uuid, require_mfa boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted boolean := coalesce(set_require_mfa.require_mfa, false);
begin
  perform private.require_staff(set_require_mfa.org_id, '{owner,admin}');
  perform private.require_step_up(set_require_mfa.org_id);
  if wanted and not private.has_recent_factor() then
    -- Without a factor the caller would lock themselves out.
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  update public.orgs o set require_mfa = wanted where o.id = set_require_mfa.org_id;
  perform private.record_org(
    set_require_mfa.org_id, 'mfa', jsonb_build_object('required', wanted));
  return jsonb_build_object('id', set_require_mfa.org_id);
end
$$;
comment on function public.set_require_mfa(uuid, boolean) is
  'Sets whether all staff need a second factor. Does not affect contacts.';
grant execute on function public.set_require_mfa(uuid, boolean) to authenticated;

create function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- Lock the firm before its chain of events, in the same order as changes of staff do.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  -- This update may record events, so it follows the locks on the requests. Emails to owners about
  -- a change of owners are still sent.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object(
      'org_id', delete_org.org_id, 'by', private.user_name(auth.uid()),
      'by_reader', u.id = auth.uid()))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so remove it now. A trigger on orgs marks the object for deletion.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;
comment on function public.delete_org(uuid) is
  'Deletes a firm. Access, emails, reminders, invitations and the logo end immediately. The rows '
  'are deleted after 30 days.';
grant execute on function public.delete_org(uuid) to authenticated;
