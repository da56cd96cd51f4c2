-- What waits for a decision is listed by when it was submitted: rewording or moving an item meanwhile
-- makes it no younger.

alter table public.items add column submitted_at timestamptz;
comment on column public.items.submitted_at is
  'When the answer that waits was submitted; null unless the item is submitted.';

alter table public.items disable trigger user;
update public.items i set submitted_at = coalesce(
  (select s.submitted_at from public.submissions s where s.item_id = i.id and s.status = 'submitted'),
  i.updated_at)
where i.status = 'submitted';
alter table public.items enable trigger user;
alter table public.items add constraint items_submitted_at_check
  check (status <> 'submitted' or submitted_at is not null);

drop index public.items_submitted_idx;
-- The policy reads request_id: with it in the index, counting the inbox needs no table.
create index items_submitted_idx on public.items (org_id, submitted_at, id) include (request_id)
  where status = 'submitted';

create or replace function private.set_item_status(item_id uuid, status text, waive_note text default null)
returns public.items
language sql security definer set search_path = ''
as $$
  update public.items i set
    status = set_item_status.status, waive_note = set_item_status.waive_note,
    submitted_at = case when set_item_status.status = 'submitted' then (
      select s.submitted_at from public.submissions s
      where s.item_id = i.id and s.status = 'submitted') end,
    version = i.version + 1
  where i.id = set_item_status.item_id returning *
$$;
