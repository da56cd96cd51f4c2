import { expect, test } from "vitest";
import { reachesEveryRow } from "./unfiltered-functions.ts";

test.each([
  "begin delete from public.scratch; end",
  "begin delete from public.scratch where true; delete from only scratch; end",
  "update scratch set v = (select max(v) from other where id = 1)",
  "begin if found then update scratch as s set v = 1 from other; end if; end",
  "with gone as (delete from scratch returning id) select * from gone where id > 1",
  "update scratch set v = 'where' -- where true\n",
  'update "Scratch" set v = $x$ where $x$ returning v',
  "DELETE FROM scratch USING other",
])("finds an update or delete without a where clause in: %s", (source) => {
  expect(reachesEveryRow(source)).toBe(true);
});

test.each([
  "begin delete from scratch where id = 1; update scratch set v = 1 where true; end",
  "insert into scratch values (1) on conflict (id) do update set v = excluded.v",
  "merge into scratch using other on true when matched then update set v = 1 when not matched then delete",
  "select id from scratch for no key update skip locked",
  "begin for r in select id from scratch for update of scratch loop insert into other values (r.id) on conflict do update set n = 1; end loop; end",
  "select 'delete from scratch'",
  "begin /* delete from scratch; */ perform $$update scratch set v = 1$$; end",
  "with gone as (delete from scratch where id = 1 returning id) select * from gone",
  "begin execute format('delete from %I', name); end",
  'select "delete" from scratch',
])("finds no update or delete without a where clause in: %s", (source) => {
  expect(reachesEveryRow(source)).toBe(false);
});
