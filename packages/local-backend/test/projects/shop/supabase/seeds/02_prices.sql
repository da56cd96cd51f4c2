refresh materialized view public.prices;
