-- Unlike the pulled dump, this migration was written by hand: its names have no schema.
alter table tasks add column label text;
alter table tasks add constraint label_is_short check (char_length(label) <= 20) not valid;
alter table tasks validate constraint label_is_short;
create policy "staff reads all" on tasks for select to authenticated
  using ((auth.jwt() -> 'app_metadata' ->> 'staff')::boolean);
