-- A cancelled request tells its recipients why, and gives back what was not sent; a deleted firm says so.

create or replace function public.get_public_request(public_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object(
      'firm', o.name, 'logo_path', case when o.deleted_at is null then o.logo_path end,
      'state', case
        when o.deleted_at is not null then 'firm_deleted'
        when r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days'
        then 'archived' else r.status end)
    from public.requests r
    join public.orgs o on o.id = r.org_id
    where r.public_id = get_public_request.public_id and r.status <> 'draft'),
    '{"firm":null,"logo_path":null,"state":"missing"}')
$$;
comment on function public.get_public_request(text) is 'What anyone with the link may know: the firm, whether it still asks, and whether it was deleted.';
grant execute on function public.get_public_request(text) to anon, authenticated;

create or replace function public.get_request_end(public_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  request public.requests;
begin
  select * into request from public.requests r
  where r.public_id = get_request_end.public_id and r.status = 'cancelled';
  if request.id is null or not public.had_request_access(request.public_id) then
    return '{"reason":null,"drafts":[]}';
  end if;
  return jsonb_build_object('reason', request.close_reason, 'drafts', coalesce((
    select jsonb_agg(
      jsonb_build_object(
        'item_id', i.id, 'title', i.title, 'answer', s.answer ->> 'text', 'note', s.client_note)
      order by i.position)
    from public.submissions s
    join public.items i on i.id = s.item_id
    where s.request_id = request.id and s.status = 'draft' and s.saved_by = my_id
      and (coalesce(s.answer ->> 'text', '') <> '' or s.client_note <> '')), '[]'));
end
$$;
comment on function public.get_request_end(text) is
  'Why a request was cancelled, and what the caller had saved and not sent; for its recipients only.';
grant execute on function public.get_request_end(text) to authenticated;

