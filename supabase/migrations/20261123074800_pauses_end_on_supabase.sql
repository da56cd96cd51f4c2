-- Through PostgREST Supabase refuses a delete without a condition, and with it the report of a sent email.

create or replace function private.end_mail_pause() returns void
language sql security definer set search_path = ''
as $$ delete from private.email_pause p where p.is_singleton $$;
