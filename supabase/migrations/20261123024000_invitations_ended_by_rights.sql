-- The team page shows invitations that ended because their author lost the right to make them.

set check_function_bodies = off;

alter table public.invitations add column ended_by_rights boolean not null default false;
comment on column public.invitations.ended_by_rights is
  'Revoked because its author may no longer give that role; the team page shows it until the address is invited again.';

create or replace function private.revoke_invitations_of(actor private.actor, member public.memberships)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  for invitation in
    update public.invitations i set status = 'revoked', ended_by_rights = true
    where i.org_id = member.org_id and i.invited_by = member.user_id and i.status = 'pending'
      and not private.may_invite(member.user_id, member.org_id, i.role)
    returning i.*
  loop
    perform private.record_event(
      actor, invitation.org_id, null, 'invitation.revoked', 'invitation', invitation.id,
      jsonb_build_object('role', invitation.role, 'reason', 'author'));
  end loop;
end
$$;
comment on function private.revoke_invitations_of(private.actor, public.memberships) is
  'Revokes the pending invitations that their author may not make any more.';
