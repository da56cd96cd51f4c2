-- Whether a submission came from a contact or from staff on behalf of one is told by how it came, not
-- by who else that person is: staff may be a contact of another request.

alter table public.submissions add column submitted_kind text
  check (submitted_kind in ('contact', 'staff'));
comment on column public.submissions.submitted_kind is
  'As whom it was submitted: contact, or staff on behalf of one.';

alter table public.submissions disable trigger user;
update public.submissions s set submitted_kind = coalesce(
  (select e.actor_kind from public.events e
  where e.request_id = s.request_id and e.action = 'item.submitted'
    and e.data ->> 'submission_id' = s.id::text
  order by e.id desc limit 1),
  'contact')
where s.submitted_by is not null;
alter table public.submissions enable trigger user;

create or replace function public.submit_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items := private.lock_answerable(submit_item.item_id);
  draft public.submissions;
begin
  select * into draft from public.submissions s where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    perform private.invalid(case item.kind when 'file' then 'files' else 'answer' end, 'required');
  elsif actor.kind = 'staff' and draft.author_id <> actor.id then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  perform private.check_answerable(item, draft);
  update public.submissions s
  set status = 'submitted', submitted_by = actor.id, submitted_kind = actor.kind,
    submitted_at = private.clock()
  where s.id = draft.id;
  update public.files f set shared_at = private.clock()
  where f.submission_id = draft.id and f.status = 'ready';
  item := private.set_item_status(item.id, 'submitted');
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.submitted', 'item', item.id,
    jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'status', item.status));
  perform private.mail_staff(item);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;

create or replace function public.withdraw_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(withdraw_item.item_id);
  item public.items;
  submission public.submissions;
  request public.requests;
begin
  request := private.lock_request(
    (select i.request_id from public.items i where i.id = withdraw_item.item_id), '{open}');
  select * into item from public.items i where i.id = withdraw_item.item_id;
  select * into submission from public.submissions s
  where s.item_id = item.id and s.status = 'submitted';
  if item.status <> 'submitted' or submission.id is null
    or (actor.kind = 'staff' and submission.submitted_by <> actor.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  update public.submissions s set
    status = 'draft', submitted_by = null, submitted_kind = null, submitted_at = null
  where s.id = submission.id;
  update public.files f set shared_at = null where f.submission_id = submission.id;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.drop_digest_entry('staff_digest', item);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.withdrawn', 'item', item.id,
    jsonb_build_object(
      'submission_id', submission.id, 'no', submission.no, 'status', item.status));
  perform private.settle_request(request);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;
