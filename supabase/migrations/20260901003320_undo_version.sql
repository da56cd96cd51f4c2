-- Undo takes back the decision that was seen, never a colleague's later one.

drop function public.undo_decision(uuid);
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
  end if;
  return private.decision_result(item, request);
end
$$;
comment on function public.undo_decision(uuid, int) is
  'Takes a decision back; reopens a request that it had completed.';
grant execute on function public.undo_decision(uuid, int) to authenticated;
