-- Opening a request again takes a note, which the email to its contacts carries.

drop function public.reopen_request(uuid);
drop function private.reopen(public.requests, private.actor);

create function private.reopen(
  request public.requests, actor private.actor, note text default '') returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  untold uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status in ('queued', 'deferred')
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
    where rc.request_id = request.id and c.status = 'active'
    order by lower(c.email::text)
  loop
    if private.is_unheard(request.id, contact.id) then
      -- The request ended before its email had left; one that still waits leaves now.
      if not exists (
        select from private.outbox m
        where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
          and m.status in ('queued', 'deferred')
      ) then
        perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
      end if;
    elsif contact.id <> all (untold) then
      perform private.mail_recipient(
        request, contact, 'request_reopened', '0', jsonb_build_object('note', note));
    elsif exists (
      select from public.request_contacts rc
      where rc.request_id = request.id and rc.contact_id = contact.id and rc.opened_at is null
    ) and not exists (
      select from private.outbox m
      where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status <> 'cancelled'
    ) then
      -- The completion came before the request itself had left.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      -- Not told of the completion, but of what somebody wrote about opening it again.
      if note <> '' then
        perform private.mail_recipient(
          request, contact, 'request_reopened', '0', jsonb_build_object('note', note));
      end if;
      perform private.mail_untold_decisions(request, contact);
    end if;
  end loop;
  perform private.replan_reminders(request);
  return request;
end
$$;
comment on function private.reopen(public.requests, private.actor, text) is
  'Opens a complete request again; without a note, contacts who never heard of the completion hear nothing.';

create function public.reopen_request(request_id uuid, note text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(reopen_request.request_id);
  request public.requests := private.lock_request(reopen_request.request_id, '{complete}');
  clean_note text := private.clean_text(reopen_request.note, 'note', 3, 1000);
begin
  return private.request_result(private.reopen(request, actor, clean_note));
end
$$;
comment on function public.reopen_request(uuid, text) is
  'Asks again: a complete request opens, and the email to its contacts carries the note.';
grant execute on function public.reopen_request(uuid, text) to authenticated;
