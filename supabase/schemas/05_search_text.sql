-- Search ignores case, accents and typographic variants.

create function private.fold(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select translate(
    normalize(
      extensions.unaccent('extensions.unaccent'::regdictionary, regexp_replace(
        normalize(lower(normalize(value, nfkc) collate pg_catalog."und-x-icu"), nfkd),
        '[\u0300-\u036f]', '', 'g')),
      nfkc),
    'ς', 'σ')
$$;
comment on function private.fold(text) is
  'Folds a text for search: MÜLLER, Müller and muller are equal, and so are ß and ss, ﬁ and fi. '
  'Generated columns store the result, so a migration that changes this function must rewrite '
  'them.';

create function private.clean_query(query text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_line(query, 'query', 0, 80);
begin
  -- Folding can remove the whole query, for example a lone accent. An empty query would match
  -- every text.
  return coalesce(nullif(btrim(private.fold(cleaned)), ''), nullif(cleaned, ''));
end
$$;
comment on function private.clean_query(text) is
  'Checks and folds what a person typed into a search field. Returns null if it is blank.';

create function private.containing(folded text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.containing(text) is
  'Returns the LIKE pattern of texts that contain a folded query.';

create function private.match_rank(search text, folded text) returns int
language plpgsql immutable set search_path = ''
as $$
declare
  breaks constant text := E'\n-/(&.,@_+''"’';
begin
  if starts_with(search, folded) or strpos(search, E'\n' || folded) > 0 then
    return 2;
  elsif strpos(
    ' ' || translate(search, breaks, repeat(' ', length(breaks))),
    ' ' || translate(folded, breaks, repeat(' ', length(breaks)))) > 0 then
    return 3;
  end if;
  return 4;
end
$$;
comment on function private.match_rank(text, text) is
  'Returns how a folded text of several lines matches: 2 at the start of a line, 3 at the start '
  'of a word, 4 inside a word. 1 is for exact references.';
