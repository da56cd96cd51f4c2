create function public.begin_export(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(begin_export.request_id);
  request public.requests;
  file_count bigint;
  total_bytes bigint;
  token_seconds double precision;
begin
  select * into request from public.requests r where r.id = begin_export.request_id;
  perform private.require_step_up(request.org_id);
  if request.status = 'draft' then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  select count(*), coalesce(sum(f.bytes), 0) into file_count, total_bytes
  from public.files f
  join public.submissions s on s.id = f.submission_id and s.status in ('accepted', 'partial')
  where f.org_id = request.org_id and f.request_id = request.id and f.status = 'ready';
  if file_count > 5000 or total_bytes > 5368709120 then
    perform private.refuse(413, 'export_too_large', jsonb_build_object(
      'files', file_count, 'bytes', total_bytes, 'max_files', 5000, 'max_bytes', 5368709120));
  end if;
  -- All files are read with the same access token. It must stay valid for a download at 4 MB a
  -- second, plus one minute. A token without `exp` does not expire.
  token_seconds := (auth.jwt() ->> 'exp')::double precision
    - extract(epoch from private.clock())::double precision;
  if token_seconds < 60 + total_bytes / 4000000.0 then
    perform private.refuse(403, 'session_expired');
  end if;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.exported', 'request', request.id,
    jsonb_build_object('files', file_count));
  return jsonb_build_object(
    'request_id', request.id, 'files', file_count, 'bytes', total_bytes);
end
$$;
comment on function public.begin_export(uuid) is
  'Allows and records one export of the accepted files, including partially accepted ones, '
  'before any byte is streamed.';
grant execute on function public.begin_export(uuid) to authenticated;
