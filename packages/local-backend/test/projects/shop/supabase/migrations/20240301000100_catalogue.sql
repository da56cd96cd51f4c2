create type public.currency as enum ('EUR', 'USD', 'CHF');
create domain public.cents as bigint check (value >= 0);
create type public.money_amount as (amount bigint, currency public.currency);

create function public.fold(text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, $1)) $$;

create table public.categories (
  id serial primary key,
  path extensions.ltree not null unique,
  title text not null
);
create index categories_path on public.categories using gist (path);

create table public.products (
  id uuid primary key default uuid_generate_v4(),
  sku text not null unique,
  isbn extensions.isbn13,
  title text not null,
  description text not null default '',
  price public.cents not null,
  vat_percent numeric(4, 2) not null default 19,
  gross numeric generated always as (round(price * (1 + vat_percent / 100) / 100, 2)) stored,
  currency public.currency not null default 'EUR',
  category_id integer references public.categories,
  attributes extensions.hstore not null default '',
  tags text[] not null default '{}',
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B')
  ) stored,
  created_at timestamptz not null default now()
);
create index products_search on public.products using gin (search);
create index products_title_trgm on public.products using gin (title gin_trgm_ops);
create index products_tags on public.products using gin (tags);

create table public.bookings (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products on delete cascade,
  customer_id uuid not null default auth.uid() references auth.users,
  during tstzrange not null,
  exclude using gist (product_id with =, during with &&)
);

alter table public.categories enable row level security;
alter table public.products enable row level security;
alter table public.bookings enable row level security;
alter default privileges in schema public grant select on tables to anon;
grant select on public.categories, public.products to anon, authenticated;
grant all on all tables in schema public to service_role;
grant select, insert, delete on public.bookings to authenticated;

create policy "anybody browses" on public.products for select to anon, authenticated using (true);
create policy "anybody sees categories" on public.categories for select using (true);
create policy "customers book for themselves" on public.bookings to authenticated
  using (customer_id = auth.uid()) with check (customer_id = auth.uid());

create or replace function public.search_products(query text, max_results int default 10)
returns setof public.products
language sql stable
as $$
  select p.* from public.products p
  where p.search @@ websearch_to_tsquery('english', query)
     or public.fold(p.title) % public.fold(query)
  order by similarity(public.fold(p.title), public.fold(query)) desc
  limit max_results;
$$;

create function public.title_with_price(product public.products) returns text
language sql stable as $$
  select product.title || ' (' || product.gross || ' ' || product.currency || ')'
$$;

create function public.subtree(root text) returns setof public.categories
language sql stable as $$ select * from public.categories where path <@ root::ltree $$;

create function public.sounds_like(word text) returns table (title text, distance int)
language sql stable as $$
  select p.title, levenshtein(lower(p.title), lower(word)) from public.products p
  where dmetaphone(p.title) = dmetaphone(word)
$$;

create function public.sales_matrix() returns table (sku text, january bigint, february bigint)
language sql stable as $$
  select * from crosstab(
    $q$ values ('a', 1, 10::bigint), ('a', 2, 20), ('b', 1, 30) $q$,
    $q$ values (1), (2) $q$
  ) as matrix (sku text, january bigint, february bigint)
$$;

create function public.kilometres(lat1 float, lng1 float, lat2 float, lng2 float) returns float
language sql immutable as $$
  select earth_distance(ll_to_earth(lat1, lng1), ll_to_earth(lat2, lng2)) / 1000
$$;

create materialized view public.prices as
  select currency, count(*) as products, avg(gross) as average from public.products group by currency;
grant select on public.prices to anon, authenticated, service_role;
comment on table public.products is e'@graphql({"totalCount": {"enabled": true}})';
