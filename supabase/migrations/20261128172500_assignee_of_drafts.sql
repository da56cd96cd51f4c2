-- A draft has an assignee before it is sent, so save_draft takes one.

DROP FUNCTION "public"."save_draft"(uuid, uuid, text, text, uuid[], jsonb, date, uuid, integer);

CREATE OR REPLACE FUNCTION private.check_assignee (
  org_id      uuid,
  assignee_id uuid,
  current_id  uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if check_assignee.assignee_id is not null
    and check_assignee.assignee_id is distinct from current_id
    and not exists (
      select from public.memberships m
      where m.org_id = check_assignee.org_id and m.user_id = check_assignee.assignee_id
        and m.status = 'active')
  then
    perform private.invalid('assignee_id', 'format');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_draft (
  org_id           uuid,
  client_id        uuid,
  title            text,
  message          text,
  contact_ids      uuid[],
  items            jsonb,
  due_on           date    DEFAULT NULL::date,
  request_id       uuid    DEFAULT NULL::uuid,
  expected_version integer DEFAULT NULL::integer,
  assignee_id      uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_staff(save_draft.org_id);
  request public.requests;
  client public.clients;
  clean_title text := private.clean_line(save_draft.title, 'title', 0, 120);
  clean_message text := private.clean_text(save_draft.message, 'message', 0, 2000);
  item_ids uuid[];
begin
  select * into client from public.clients c
  where c.id = save_draft.client_id and c.org_id = save_draft.org_id;
  if client.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  if save_draft.request_id is null then
    if client.archived_at is not null then
      perform private.invalid('client_id', 'format');
    end if;
    perform private.check_assignee(client.org_id, save_draft.assignee_id, null);
    insert into public.requests (
      org_id, client_id, title, message, due_on, assignee_id, created_by)
    values (
      client.org_id, client.id, clean_title, clean_message, save_draft.due_on,
      save_draft.assignee_id, actor.id)
    returning * into request;
    perform private.record_event(
      actor, request.org_id, request.id, 'request.drafted', 'request', request.id,
      jsonb_build_object('client_id', client.id));
  else
    if not exists (
      select from public.requests r
      where r.id = save_draft.request_id and r.org_id = save_draft.org_id
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    request := private.lock_request(save_draft.request_id, '{draft}');
    perform private.check_version(
      expected_version, request.version, request.id, request.org_id, request.id);
    perform private.check_assignee(
      request.org_id, save_draft.assignee_id, request.assignee_id);
    update public.requests r set
      client_id = client.id, title = clean_title, message = clean_message,
      due_on = save_draft.due_on, assignee_id = save_draft.assignee_id, version = r.version + 1
    where r.id = request.id returning * into request;
  end if;
  perform private.set_recipients(request, save_draft.contact_ids);
  item_ids := private.set_items(request, save_draft.items);
  return private.request_result(request) || jsonb_build_object('item_ids', to_jsonb(item_ids));
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_draft"(uuid, uuid, text, text, uuid[], jsonb, date, uuid, integer, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.update_request (
  request_id       uuid,
  title            text,
  message          text,
  due_on           date    DEFAULT NULL::date,
  assignee_id      uuid    DEFAULT NULL::uuid,
  reminders_paused boolean DEFAULT false,
  expected_version integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_request_staff(update_request.request_id);
  request public.requests := private.lock_request(update_request.request_id, '{draft,open}');
  is_open boolean := request.status = 'open';
  old_due_on date := request.due_on;
begin
  perform private.check_version(
    expected_version, request.version, request.id, request.org_id, request.id);
  if is_open and update_request.due_on is distinct from old_due_on then
    perform private.check_due_on(
      update_request.due_on, (select o.time_zone from public.orgs o where o.id = request.org_id));
  end if;
  perform private.check_assignee(
    request.org_id, update_request.assignee_id, request.assignee_id);
  update public.requests r set
    title = private.clean_line(
      update_request.title, 'title', case when is_open then 3 else 0 end, 120),
    message = private.clean_text(update_request.message, 'message', 0, 2000),
    due_on = update_request.due_on, assignee_id = update_request.assignee_id,
    reminders_paused = coalesce(update_request.reminders_paused, false),
    version = r.version + 1
  where r.id = request.id returning * into request;
  if is_open then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.updated', 'request', request.id,
      jsonb_build_object('status', request.status));
  end if;
  if is_open and request.due_on <> old_due_on then
    perform private.replan_reminders(request);
  end if;
  return private.request_result(request);
end
$function$;

COMMENT ON FUNCTION "private"."check_assignee"(uuid, uuid, uuid) IS 'Checks that a new assignee is active staff of the firm. The current one may stay.';

COMMENT ON FUNCTION "public"."save_draft"(uuid, uuid, text, text, uuid[], jsonb, date, uuid, integer, uuid) IS 'Saves a draft. Texts may be incomplete, but must not be too long. items is the complete ordered list.';

REVOKE ALL ON FUNCTION "private"."check_assignee"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_assignee"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_assignee"(uuid, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_draft"(uuid, uuid, text, text, uuid[], jsonb, date, uuid, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_draft"(uuid, uuid, text, text, uuid[], jsonb, date, uuid, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_draft"(uuid, uuid, text, text, uuid[], jsonb, date, uuid, integer, uuid) TO "postgres";
