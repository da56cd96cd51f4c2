-- Accounts that an administrator deletes end like those that their owner deletes.

set check_function_bodies = off;

create or replace function private.end_membership(actor private.actor, member public.memberships)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update public.requests r set assignee_id = null, version = r.version + 1
  where r.org_id = member.org_id and r.assignee_id = member.user_id
    and r.status in ('draft', 'open');
  return private.set_member(actor, member, 'removed', member.role, 'member.removed');
end
$$;
comment on function private.end_membership(private.actor, public.memberships) is
  'Takes someone off the staff; what was assigned to them is free again. The caller checks that an owner stays.';

create or replace function public.remove_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  member public.memberships;
begin
  if remove_member.user_id = my_id then
    -- Leaving asks for no second factor, or a firm could keep people by requiring one.
    if not exists (
      select from public.memberships m join public.orgs o on o.id = m.org_id
      where m.org_id = remove_member.org_id and m.user_id = my_id
        and m.status <> 'removed' and o.deleted_at is null
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    member := private.lock_member(remove_member.org_id, my_id, '{active,suspended}');
  else
    member := private.manage_member(
      remove_member.org_id, remove_member.user_id, '{active,suspended}');
  end if;
  perform private.keep_an_owner(member);
  return private.end_membership(private.acting_staff(), member);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Takes someone off the staff, or oneself: leaving is open to everybody but the last owner.';

create function private.end_deleted_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  perform from public.orgs o
  join public.memberships m on m.org_id = o.id
  where m.user_id = old.id and m.status <> 'removed' and o.deleted_at is null
  order by o.id for no key update of o;
  for member in
    select m.* from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = old.id and m.status <> 'removed' order by m.org_id
  loop
    perform private.end_membership(private.system_actor(), member);
  end loop;
  if old.email_confirmed_at is null then
    -- Nobody has used it: an email prepared it for its reader, and the next one prepares another.
    update public.contacts c set user_id = null where c.user_id = old.id;
  else
    perform private.end_deleted_contacts(old.id);
    perform private.enqueue_notice(old.email, 'account_deleted', old.id::text);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.end_deleted_account() is
  'Ends what close_account() ends when it has not run, and does nothing after it. The last owner of a firm goes too: an administrator decided it.';
create trigger end_deleted_account before delete on auth.users
  for each row execute function private.end_deleted_account();
create trigger end_hidden_account before update on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.end_deleted_account();
