-- Account notices belong to no firm, so opt-outs and budgets do not apply to them.

create function private.enqueue_notice(
  email text, notice text, cause text, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  if coalesce(enqueue_notice.email, '') = '' then
    return;
  end if;
  mail.kind := 'account_notice';
  mail.to_email := lower(enqueue_notice.email);
  mail.data := enqueue_notice.data || jsonb_build_object('notice', enqueue_notice.notice);
  mail.not_before := private.clock();
  mail.dedupe_key := concat_ws(':', 'account_notice', enqueue_notice.notice, enqueue_notice.cause,
    md5(mail.to_email));
  perform private.enqueue_mail(mail);
end
$$;
comment on function private.enqueue_notice(text, text, text, jsonb) is
  'Queues a notice to one address, once for each cause.';

create function public.queue_account_notice(notice text, cause text, emails text[]) returns int
language plpgsql security definer set search_path = ''
as $$
begin
  if notice is null or notice not in (
    'password_changed', 'email_changed', 'factor_added', 'factor_removed') then
    perform private.invalid('notice', 'format');
  end if;
  perform private.enqueue_notice(address, queue_account_notice.notice, queue_account_notice.cause)
  from (select distinct lower(e) as address from unnest(emails) e) addresses;
  return coalesce(cardinality(emails), 0);
end
$$;
comment on function public.queue_account_notice(text, text, text[]) is
  'System: queues the notices that the auth service reports, once for each cause.';
grant execute on function public.queue_account_notice(text, text, text[]) to service_role;

create function private.notice_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'notice', mail.data ->> 'notice', 'at', mail.created_at,
    'firm', (select o.name from public.orgs o where o.id = (mail.data ->> 'org_id')::uuid),
    'by', mail.data ->> 'by',
    'by_reader', coalesce((mail.data -> 'by_reader')::boolean, false))
$$;
comment on function private.notice_mail_data(private.outbox) is
  'Returns the change and its time. For a change of a firm, also returns the firm''s name, '
  'the person who made the change, and whether the recipient is that person.';
