create table public.notes (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  body text not null check (char_length(body) between 1 and 200)
);
create index on public.notes (user_id);

alter table public.notes enable row level security;
grant select on public.notes to authenticated;

create policy "users read their own notes" on public.notes
  for select to authenticated
  using (user_id = (select auth.uid()));
