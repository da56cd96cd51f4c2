create function private.decision_result(item public.items, request public.requests) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'item_id', item.id, 'status', item.status, 'version', item.version,
    'request_status', request.status)
$$;
comment on function private.decision_result(public.items, public.requests) is
  'Builds the result of decisions.';

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
  'Decides on a submitted item: accepted, partial (accepted, but more is needed) or returned. '
  'The last two need a note.';
grant execute on function public.review_item(uuid, text, text, int) to authenticated;

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
comment on function public.waive_item(uuid, text, int) is
  'Waives an item. Its submissions stay as they are.';
grant execute on function public.waive_item(uuid, text, int) to authenticated;

create function public.undo_decision(item_id uuid, expected_version int default null)
returns jsonb
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
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
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
  else
    -- Waiving removed the earlier decision from its digest, so add it again.
    perform private.email_unsent_decisions(request, c, item.id)
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id;
  end if;
  return private.decision_result(item, request);
end
$$;
comment on function public.undo_decision(uuid, int) is
  'Undoes a decision. Reopens the request if it is complete.';
grant execute on function public.undo_decision(uuid, int) to authenticated;
