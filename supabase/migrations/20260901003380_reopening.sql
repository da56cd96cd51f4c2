-- Reopening is news for each recipient who heard of the completion, and for no other.

create or replace function private.reopen(request public.requests, actor private.actor)
returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  untold uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status = 'queued'
    returning m.contact_id
  )
  select coalesce(array_agg(u.contact_id), '{}') into untold from unsent u;
  update public.requests r set
    status = 'open', closed_at = null, close_reason = null, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.reopened', 'request', request.id,
    jsonb_build_object('status', request.status));
  for contact in
    select c.* from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = request.id and c.status = 'active' and c.id <> all (untold)
    order by c.id
  loop
    perform private.mail_recipient(request, contact, 'request_reopened', '0', '{}');
  end loop;
  perform private.schedule_reminders(request.id);
  return request;
end
$$;
