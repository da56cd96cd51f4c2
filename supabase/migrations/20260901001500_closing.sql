-- Ends of a request that staff decide.

create function public.complete_request(request_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(complete_request.request_id);
  request public.requests := private.lock_request(complete_request.request_id, '{open}');
  clean_reason text := private.clean_text(complete_request.reason, 'reason', 3, 1000);
  waiting uuid[];
  item public.items;
begin
  select array_agg(i.id order by i.position) into waiting
  from public.items i where i.request_id = request.id and i.status = 'submitted';
  if waiting is not null then
    perform private.refuse(
      409, 'items_waiting', jsonb_build_object('item_ids', to_jsonb(waiting)));
  end if;
  for item in
    select * from public.items i
    where i.request_id = request.id and i.status in ('open', 'partial', 'returned')
    order by i.position
  loop
    perform private.set_item_status(item.id, 'waived', clean_reason);
    perform private.record_event(
      actor, item.org_id, request.id, 'item.waived', 'item', item.id, '{"status":"waived"}');
  end loop;
  request := private.close_request(request, actor, 'complete', 'request.completed', clean_reason);
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return private.request_result(request);
end
$$;
comment on function public.complete_request(uuid, text) is 'Ends a request early; what is left is waived.';
grant execute on function public.complete_request(uuid, text) to authenticated;

create function public.reopen_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(reopen_request.request_id);
  request public.requests := private.lock_request(reopen_request.request_id, '{complete}');
begin
  return private.request_result(private.reopen(request, actor));
end
$$;
comment on function public.reopen_request(uuid) is 'Asks again: a complete request opens.';
grant execute on function public.reopen_request(uuid) to authenticated;

create function public.cancel_request(request_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(cancel_request.request_id);
  request public.requests := private.lock_request(cancel_request.request_id, '{open}');
  clean_reason text := private.clean_text(cancel_request.reason, 'reason', 3, 1000);
begin
  request := private.close_request(
    request, actor, 'cancelled', 'request.cancelled', clean_reason);
  perform private.mail_recipients(
    request, 'request_cancelled', '0', jsonb_build_object('reason', clean_reason));
  return private.request_result(request);
end
$$;
comment on function public.cancel_request(uuid, text) is 'Withdraws a request and says why.';
grant execute on function public.cancel_request(uuid, text) to authenticated;

create function public.archive_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(archive_request.request_id);
  request public.requests := private.lock_request(
    archive_request.request_id, '{complete,cancelled}');
begin
  update public.requests r set status = 'archived', version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.archived', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$$;
comment on function public.archive_request(uuid) is 'Puts a closed request away; retention counts from its closing.';
grant execute on function public.archive_request(uuid) to authenticated;
