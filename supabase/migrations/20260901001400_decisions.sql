-- The firm decides: review, undo, waive, and the closing that follows.

create function private.close_request(
  request public.requests, actor private.actor, status text, action text, reason text default null
) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  update public.requests r set
    status = close_request.status, closed_at = private.clock(),
    close_reason = close_request.reason, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.cancel_mail(request.id, null, null);
  perform private.skip_reminders(request.id);
  perform private.record_event(
    actor, request.org_id, request.id, action, 'request', request.id,
    jsonb_build_object('status', request.status));
  return request;
end
$$;
comment on function private.close_request(public.requests, private.actor, text, text, text) is
  'Ends a request: its waiting mail and reminders end too.';

create function private.reopen(request public.requests, actor private.actor)
returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  unsent boolean := private.cancel_mail(request.id, null, '{request_completed}') > 0;
begin
  update public.requests r set
    status = 'open', closed_at = null, close_reason = null, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.reopened', 'request', request.id,
    jsonb_build_object('status', request.status));
  if not unsent then
    perform private.mail_recipients(request, 'request_reopened', '0');
  end if;
  perform private.schedule_reminders(request.id);
  return request;
end
$$;
comment on function private.reopen(public.requests, private.actor) is
  'Opens a complete request again; contacts who never heard of the completion hear nothing.';

create function private.settle_request(request public.requests) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  if request.status <> 'open' or exists (
    select from public.items i where i.request_id = request.id and i.status = 'submitted'
  ) or exists (
    select from public.items i
    where i.request_id = request.id and i.status not in ('accepted', 'waived')
      -- Without required items every item counts, or the first decision would end the request.
      and (i.required or not exists (
        select from public.items other where other.request_id = request.id and other.required))
  ) then
    return request;
  end if;
  request := private.close_request(
    request, private.system_actor(), 'complete', 'request.completed');
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return request;
end
$$;
comment on function private.settle_request(public.requests) is
  'Completes a request once its required items are accepted or waived and nothing waits.';

create function private.decision_result(item public.items, request public.requests) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'item_id', item.id, 'status', item.status, 'version', item.version,
    'request_status', request.status)
$$;
comment on function private.decision_result(public.items, public.requests) is 'What decisions answer.';

create function private.request_of(item_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select i.request_id from public.items i where i.id = request_of.item_id $$;
comment on function private.request_of(uuid) is 'The request an item belongs to.';

create function public.review_item(
  item_id uuid, decision text, note text default null, expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(review_item.item_id));
  request public.requests := private.lock_request(
    private.request_of(review_item.item_id), '{open}');
  item public.items;
  submission public.submissions;
  clean_note text;
begin
  if decision is null or decision not in ('accepted', 'partial', 'returned') then
    perform private.invalid('decision', 'format');
  end if;
  clean_note := nullif(private.clean_text(
    review_item.note, 'note', case decision when 'accepted' then 0 else 3 end, 1000), '');
  select * into item from public.items i where i.id = review_item.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  if item.status <> 'submitted' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  update public.submissions s set
    status = decision, decision_note = clean_note, decided_by = actor.id,
    decided_at = private.clock()
  where s.item_id = item.id and s.status = 'submitted' returning * into submission;
  item := private.set_item_status(item.id, decision);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.' || decision, 'item', item.id,
    jsonb_build_object(
      'submission_id', submission.id, 'no', submission.no, 'status', item.status));
  perform private.drop_digest_entry('staff_digest', item);
  if decision in ('partial', 'returned') then
    perform private.mail_decision(item);
  end if;
  request := private.settle_request(request);
  return private.decision_result(item, request);
end
$$;
comment on function public.review_item(uuid, text, text, int) is
  'Decides a submitted item: accepted, partial (accepted, send more) or returned; the latter two say why.';
grant execute on function public.review_item(uuid, text, text, int) to authenticated;

create function public.undo_decision(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(undo_decision.item_id));
  request public.requests := private.lock_request(
    private.request_of(undo_decision.item_id), '{open,complete}');
  item public.items;
  newest public.submissions;
begin
  select * into item from public.items i where i.id = undo_decision.item_id;
  select * into newest from public.submissions s
  where s.item_id = item.id order by s.no desc limit 1;
  if item.status not in ('accepted', 'partial', 'returned', 'waived')
    or (item.status <> 'waived' and newest.status = 'draft') then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  if item.status <> 'waived' then
    update public.submissions s set
      status = 'submitted', decision_note = null, decided_by = null, decided_at = null
    where s.id = newest.id;
    perform private.drop_digest_entry('decision_digest', item);
  end if;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.undone', 'item', item.id,
    jsonb_build_object('submission_id', newest.id, 'no', newest.no, 'status', item.status));
  if request.status = 'complete' then
    request := private.reopen(request, actor);
  end if;
  return private.decision_result(item, request);
end
$$;
comment on function public.undo_decision(uuid) is
  'Takes a decision back; reopens a request that it had completed.';
grant execute on function public.undo_decision(uuid) to authenticated;

create function public.waive_item(item_id uuid, note text, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(waive_item.item_id));
  request public.requests := private.lock_request(private.request_of(waive_item.item_id), '{open}');
  item public.items;
  clean_note text := private.clean_text(waive_item.note, 'note', 3, 1000);
begin
  select * into item from public.items i where i.id = waive_item.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  if item.status not in ('open', 'submitted', 'partial', 'returned') then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  item := private.set_item_status(item.id, 'waived', clean_note);
  perform private.drop_digest_entry('staff_digest', item);
  perform private.drop_digest_entry('decision_digest', item);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.waived', 'item', item.id,
    jsonb_build_object('status', item.status));
  request := private.settle_request(request);
  return private.decision_result(item, request);
end
$$;
comment on function public.waive_item(uuid, text, int) is 'The firm no longer wants an item; its submissions stay as they are.';
grant execute on function public.waive_item(uuid, text, int) to authenticated;
