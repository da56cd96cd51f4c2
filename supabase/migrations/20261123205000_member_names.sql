-- The people of a firm are members, in policies and functions as everywhere else.

alter function private.my_colleague_ids() rename to my_member_ids;
comment on function private.my_member_ids() is
  'Users who are or were members of the caller''s firms, except firms that gate this session.';

alter policy "colleagues read each other" on public.profiles rename to "members read each other";
-- The stored expression has the old name as an alias.
alter policy "members read each other" on public.profiles
  using (user_id = any ((select private.my_member_ids())::uuid[]));
