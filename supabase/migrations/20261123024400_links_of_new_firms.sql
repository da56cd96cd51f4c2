-- Emails of firms that are not trusted yet show no links in the firm's own text.

set check_function_bodies = off;

create or replace function private.prepare_mail(mail private.outbox) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  content jsonb := private.mail_data(mail);
begin
  if (case
    when content is null or not private.is_mail_wanted(mail) then false
    when mail.kind = 'staff_digest' then not private.pass_on_digest(mail)
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    if mail.request_id is not null then
      content := content || jsonb_build_object(
        'is_trusted', private.is_trusted_org(mail.org_id));
    end if;
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  return null;
end
$$;
