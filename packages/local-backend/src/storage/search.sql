-- Functions that list objects, with the names and signatures of hosted Supabase. A list by name
-- skips objects inside folders and stops at its limit, even if the bucket has many objects. A list
-- by time reads every object with the prefix.

-- Under row-level security, PostgreSQL calls only leakproof functions before it checks the
-- policies. lower() reveals no rows, but is not marked as leakproof. Without the mark, only the
-- service role could use the index on lower(name).
alter function pg_catalog.lower(text) leakproof;

set role supabase_storage_admin;

-- The third column, which hosted Supabase's index lacks, gives the index the order of a list, so
-- that a list needs no sort.
create index if not exists idx_objects_bucket_id_name_lower
  on storage.objects (bucket_id, lower(name) collate "C", name collate "C");

create or replace function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
language sql immutable
as $$
  select case
    when strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) > 0 then
      left(p_key, length(p_prefix) + strpos(substr(p_key, length(p_prefix) + 1), p_delimiter))
  end
$$;
comment on function storage.get_common_prefix(text, text, text) is
  'Returns the key up to the first delimiter after the prefix. Null for an object at this level.';

create or replace function storage.objects_after(
  bucket text, place text, last text, is_ascending boolean, count integer
) returns setof storage.objects
language plpgsql stable
as $$
begin
  if is_ascending then
    return query
      select * from storage.objects as o
      where o.bucket_id = bucket and o.name collate "C" >= place and o.name collate "C" < last
      order by o.name collate "C" limit count;
  else
    return query
      select * from storage.objects as o
      where o.bucket_id = bucket and o.name collate "C" < place and o.name collate "C" >= last
      order by o.name collate "C" desc limit count;
  end if;
end
$$;
comment on function storage.objects_after(text, text, text, boolean, integer) is
  'Returns the next objects of a bucket, ordered by name. Ascending: from place to before last. '
  'Descending: from before place down to last.';

create or replace function storage.objects_after_folded(
  bucket text, place text, place_name text, last text, is_ascending boolean, count integer
) returns setof storage.objects
language plpgsql stable
as $$
begin
  if is_ascending then
    return query
      select * from storage.objects as o
      where o.bucket_id = bucket
        and lower(o.name) collate "C" >= place and lower(o.name) collate "C" < last
        and (lower(o.name) collate "C" <> place or o.name collate "C" >= place_name)
      order by lower(o.name) collate "C", o.name collate "C" limit count;
  else
    return query
      select * from storage.objects as o
      where o.bucket_id = bucket
        and lower(o.name) collate "C" <= place and lower(o.name) collate "C" >= last
        and (lower(o.name) collate "C" <> place or o.name collate "C" < place_name)
      order by lower(o.name) collate "C" desc, o.name collate "C" desc limit count;
  end if;
end
$$;
comment on function storage.objects_after_folded(text, text, text, text, boolean, integer) is
  'Like objects_after, but ignores case. Objects that differ only in case are ordered by name.';

-- If sorts and other scans are disabled, PostgreSQL reads the index, which has the order of the
-- list. A generic plan is reused for each folder, because planning takes longer than reading a
-- folder. search_by_name has the same settings.
create or replace function storage.list_objects_with_delimiter(
  _bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys integer default 100,
  start_after text default '',
  next_token text default '',
  sort_order text default 'asc'
) returns table (
  name text,
  id uuid,
  metadata jsonb,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz
)
language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  -- `prefix || beyond` sorts after every text with the prefix. `text || next` sorts directly after
  -- the text.
  beyond constant text := chr(1114111);
  next constant text := chr(1);
  prefix constant text := coalesce(prefix_param, '');
  is_ascending constant boolean := lower(coalesce(sort_order, 'asc')) <> 'desc';
  last constant text := case when is_ascending then prefix || beyond else prefix end;
  place text := coalesce(nullif(next_token, ''), nullif(start_after, ''));
  batch integer := 1;
  listed integer := 0;
  entry storage.objects;
  next_name text;
  folder text;
begin
  if place is null then
    place := case when is_ascending then prefix else prefix || beyond end;
  elsif is_ascending then
    -- Continue after the whole folder, or after the object.
    place := place || case when right(place, 1) = delimiter_param then beyond else next end;
  end if;
  while listed < max_keys loop
    if batch = 1 then
      -- Read only the next name, because a folder needs no other columns.
      if is_ascending then
        select o.name into next_name from storage.objects as o
        where o.bucket_id = _bucket_id and o.name collate "C" >= place and o.name collate "C" < last
        order by o.name collate "C" limit 1;
      else
        select o.name into next_name from storage.objects as o
        where o.bucket_id = _bucket_id and o.name collate "C" < place and o.name collate "C" >= last
        order by o.name collate "C" desc limit 1;
      end if;
      folder := storage.get_common_prefix(next_name, prefix, delimiter_param);
      if folder is not null then
        name := left(folder, -length(delimiter_param));
        id := null;
        metadata := null;
        updated_at := null;
        created_at := null;
        last_accessed_at := null;
        return next;
        listed := listed + 1;
        place := folder || case when is_ascending then beyond else '' end;
        continue;
      end if;
    end if;
    for entry in
      select * from storage.objects_after(_bucket_id, place, last, is_ascending, batch)
    loop
      folder := storage.get_common_prefix(entry.name, prefix, delimiter_param);
      exit when folder is not null;
      name := entry.name;
      id := entry.id;
      metadata := entry.metadata;
      updated_at := entry.updated_at;
      created_at := entry.created_at;
      last_accessed_at := entry.last_accessed_at;
      return next;
      listed := listed + 1;
      place := entry.name || case when is_ascending then next else '' end;
    end loop;
    exit when not found;
    batch := case when folder is null then least(batch * 2, 500, max_keys - listed) else 1 end;
  end loop;
end
$$;
comment on function storage.list_objects_with_delimiter(text, text, text, integer, text, text, text) is
  'Lists the objects and folders of one level by name. A folder has no id and no final delimiter.';

create or replace function storage.search_by_timestamp(
  p_prefix text,
  p_bucket_id text,
  p_limit integer,
  p_level integer,
  p_start_after text,
  p_sort_order text,
  p_sort_column text,
  p_sort_column_after text
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
begin
  return query execute format(
    $query$
      with matching as (
        select o.*, storage.get_common_prefix(o.name, $1, '/') as folder
        from storage.objects as o
        where o.bucket_id = $2 and starts_with(o.name, $1)
      ), entries as (
        select m.name, m.id, m.updated_at, m.created_at, m.last_accessed_at, m.metadata
        from matching as m where m.folder is null
        union all
        select rtrim(m.folder, '/'), null, min(m.created_at), min(m.created_at), null, null
        from matching as m where m.folder is not null group by m.folder
      )
      select split_part(e.name, '/', $3), e.*
      from entries as e
      where $5 = '' or (date_trunc('milliseconds', e.%1$I), e.name collate "C")
        %2$s (coalesce(nullif($6, '')::timestamptz, 'epoch'), rtrim($5, '/'))
      order by date_trunc('milliseconds', e.%1$I) %3$s, e.name collate "C" %3$s
      limit $4
    $query$,
    p_sort_column,
    case when p_sort_order = 'desc' then '<' else '>' end,
    case when p_sort_order = 'desc' then 'desc' else 'asc' end
  ) using coalesce(p_prefix, ''), p_bucket_id, p_level, p_limit, coalesce(p_start_after, ''),
    p_sort_column_after;
end
$$;
comment on function
  storage.search_by_timestamp(text, text, integer, integer, text, text, text, text) is
  'Lists one level of a bucket, ordered by a time. A folder has the time of its oldest object.';

create or replace function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  wanted constant integer := least(coalesce(limits, 100), 1500);
  direction constant text := case when lower(sort_order) = 'desc' then 'desc' else 'asc' end;
begin
  if lower(sort_column) in ('updated_at', 'created_at') then
    return query select * from storage.search_by_timestamp(
      prefix, bucket_name, wanted, levels, start_after, direction, lower(sort_column),
      sort_column_after
    );
  else
    return query
      select split_part(l.name, '/', levels), l.name, l.id, l.updated_at, l.created_at,
        l.last_accessed_at, l.metadata
      from storage.list_objects_with_delimiter(
        bucket_name, prefix, '/', wanted, start_after, '', direction
      ) as l;
  end if;
end
$$;
comment on function storage.search_v2(text, text, integer, integer, text, text, text, text) is
  'Lists the objects and folders of one level of a bucket together.';

create or replace function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  wanted constant integer := least(coalesce(limits, 100), 1500);
  start constant text := coalesce(prefix, '') || coalesce(search, '');
  shown_from constant integer := length(coalesce(prefix, '')) + 1;
  is_ascending constant boolean := lower(coalesce(sortorder, 'asc')) <> 'desc';
begin
  if sortcolumn in ('updated_at', 'created_at', 'last_accessed_at') then
    return query select * from storage.search_by_column(
      start, bucketname, wanted, shown_from, offsets, sortcolumn, is_ascending
    );
  else
    return query select * from storage.search_by_name(
      start, bucketname, wanted, shown_from, offsets, is_ascending
    );
  end if;
end
$$;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'Lists one level of a bucket below a prefix that ends with a slash. Ignores case. The id of a folder '
  'is null. Ordered by name, folders are among the objects. In other orders, they come first.';

create or replace function storage.search_by_name(
  start text,
  bucket text,
  wanted integer,
  shown_from integer,
  offsets integer,
  is_ascending boolean
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  beyond constant text := chr(1114111);
  next constant text := chr(1);
  folded constant text := lower(start);
  last constant text := case when is_ascending then folded || beyond else folded end;
  place text := case when is_ascending then folded else folded || beyond end;
  place_name text := '';
  batch integer := 1;
  skipped integer := 0;
  listed integer := 0;
  entry storage.objects;
  next_name text;
  folder text;
begin
  while listed < wanted loop
    if batch = 1 then
      -- Read only the next name, because a folder needs no other columns.
      if is_ascending then
        select o.name into next_name from storage.objects as o
        where o.bucket_id = bucket
          and lower(o.name) collate "C" >= place and lower(o.name) collate "C" < last
          and (lower(o.name) collate "C" <> place or o.name collate "C" >= place_name)
        order by lower(o.name) collate "C", o.name collate "C" limit 1;
      else
        select o.name into next_name from storage.objects as o
        where o.bucket_id = bucket
          and lower(o.name) collate "C" <= place and lower(o.name) collate "C" >= last
          and (lower(o.name) collate "C" <> place or o.name collate "C" < place_name)
        order by lower(o.name) collate "C" desc, o.name collate "C" desc limit 1;
      end if;
      folder := storage.get_common_prefix(next_name, start, '/');
      if folder is not null then
        place := lower(folder) || case when is_ascending then beyond else '' end;
        place_name := '';
        if skipped < offsets then
          skipped := skipped + 1;
          continue;
        end if;
        name := left(substr(folder, shown_from), -1);
        id := null;
        updated_at := null;
        created_at := null;
        last_accessed_at := null;
        metadata := null;
        return next;
        listed := listed + 1;
        continue;
      end if;
    end if;
    for entry in
      select * from storage.objects_after_folded(
        bucket, place, place_name, last, is_ascending, batch
      )
    loop
      folder := storage.get_common_prefix(entry.name, start, '/');
      exit when folder is not null;
      place := lower(entry.name);
      place_name := entry.name || case when is_ascending then next else '' end;
      if skipped < offsets then
        skipped := skipped + 1;
        continue;
      end if;
      name := substr(entry.name, shown_from);
      id := entry.id;
      updated_at := entry.updated_at;
      created_at := entry.created_at;
      last_accessed_at := entry.last_accessed_at;
      metadata := entry.metadata;
      return next;
      listed := listed + 1;
    end loop;
    exit when not found;
    batch := case
      when folder is null then least(batch * 2, 500, wanted::bigint - listed + offsets - skipped)
      else 1
    end;
  end loop;
end
$$;
comment on function storage.search_by_name(text, text, integer, integer, integer, boolean) is
  'Does the work of storage.search for a list that is ordered by name.';

create or replace function storage.search_by_column(
  start text,
  bucket text,
  wanted integer,
  shown_from integer,
  skipped integer,
  sort_column text,
  is_ascending boolean
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
begin
  return query execute format(
    $query$
      with matching as (
        select o.*, storage.get_common_prefix(o.name, $1, '/') as folder
        from storage.objects as o
        where o.bucket_id = $2 and starts_with(lower(o.name), lower($1))
      ), entries as (
        select substr(m.name, $3) as name, m.id, m.updated_at, m.created_at, m.last_accessed_at,
          m.metadata
        from matching as m where m.folder is null
        union all
        select distinct left(substr(m.folder, $3), -1), null::uuid, null::timestamptz, null::timestamptz,
          null::timestamptz, null::jsonb
        from matching as m where m.folder is not null
      )
      select e.name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
      from entries as e
      order by e.id is not null, e.%1$I %2$s, e.name collate "C" %2$s
      limit $4 offset $5
    $query$,
    sort_column,
    case when is_ascending then 'asc' else 'desc' end
  ) using start, bucket, shown_from, wanted, skipped;
end
$$;
comment on function
  storage.search_by_column(text, text, integer, integer, integer, text, boolean) is
  'Does the work of storage.search for a list that is ordered by a time.';

create or replace function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb)
returns void
language plpgsql
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata)
  values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;
comment on function storage.can_insert_object(text, text, uuid, jsonb) is
  'Raises PT200 if the caller may insert this object. Otherwise, raises the error of the insert. '
  'Inserts nothing.';

reset role;
