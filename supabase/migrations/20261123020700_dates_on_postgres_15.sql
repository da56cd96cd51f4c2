-- Dates are checked by a function of our own: PostgreSQL 15 has no pg_input_is_valid.

create function private.is_date(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  perform value::date;
  return true;
exception when invalid_datetime_format or datetime_field_overflow then
  return false;
end
$$;
comment on function private.is_date(text) is
  'Whether the text is a date that exists. pg_input_is_valid needs PostgreSQL 16; projects on 15 exist.';

create or replace function private.clean_answer(item public.items, answer jsonb, strict boolean)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  choices text[];
  allowed text[];
begin
  if answer is null or answer = 'null' or item.kind = 'file' then
    if strict and item.kind <> 'file' then
      perform private.invalid('answer', 'required');
    end if;
    return null;
  elsif pg_column_size(answer) > 131072 then
    perform private.invalid('answer', 'length', '{"min":0,"max":4000}');
  elsif jsonb_typeof(answer) <> 'object' then
    perform private.invalid('answer', 'type');
  end if;
  case item.kind
    when 'text' then
      return jsonb_build_object('text', private.clean_text(
        answer ->> 'text', 'answer', case when strict then 1 else 0 end, 4000));
    when 'date' then
      if coalesce(answer ->> 'date', '') = '' and not strict then
        return null;
      elsif coalesce(answer ->> 'date', '') = '' then
        perform private.invalid('answer', 'required');
      elsif answer ->> 'date' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        or not private.is_date(answer ->> 'date') then
        perform private.invalid('answer', 'format');
      end if;
      return jsonb_build_object('date', answer ->> 'date');
    else
      if jsonb_typeof(coalesce(answer -> 'choices', '[]')) <> 'array' then
        perform private.invalid('answer', 'type');
      end if;
      allowed := array(select jsonb_array_elements_text(item.options -> 'choices'));
      select coalesce(array_agg(value order by array_position(allowed, value)), '{}') into choices
      from (
        select distinct value
        from jsonb_array_elements_text(coalesce(answer -> 'choices', '[]')) value) chosen;
      if not choices <@ allowed then
        perform private.invalid('answer', 'format');
      elsif cardinality(choices) > 1 and item.options -> 'multiple' <> 'true' then
        perform private.invalid('answer', 'range', '{"min":1,"max":1}');
      elsif strict and cardinality(choices) = 0 then
        perform private.invalid('answer', 'required');
      end if;
      return jsonb_build_object('choices', to_jsonb(choices));
  end case;
end
$$;
