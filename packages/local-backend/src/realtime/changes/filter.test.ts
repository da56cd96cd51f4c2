import { postgresChangesFilter } from "@supabase/supabase-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FilterError, filterSql, parseFilter } from "./filter.ts";

test("parses the original values from the Realtime filters that supabase-js builds", () => {
  const value = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(value, fc.array(value, { minLength: 1 }), (single, many) => {
      const text = postgresChangesFilter()
        .eq("a", single)
        .not("b", "in", many)
        .is("c", null)
        .build();
      expect(parseFilter(text)).toEqual([
        { column: "a", isNegated: false, operator: "eq", values: [single] },
        { column: "b", isNegated: true, operator: "in", values: [...new Set(many)] },
        { column: "c", isNegated: false, operator: "is", values: ["null"] },
      ]);
    }),
  );
});

test.each(["a", "a=", "a=eq", "a=near.1", "a=in.()", "a=in.x", "a=is.1", 'a=eq."open', "a=in.(1"])(
  "refuses the Realtime filter %j",
  (text) => {
    expect(() => parseFilter(text)).toThrow(FilterError);
  },
);

test("passes the values of a Realtime filter as parameters and quotes the column names", () => {
  const column = { name: 'odd"name', type: "text", cast: "text", isKey: false, canSelect: true };
  const given = { isNegated: false, operator: "eq", values: ["'; drop table x; --"] };
  const conditions = [{ ...given, column: 'odd"name' }];
  const { text, values } = filterSql(conditions, [column], 2);
  expect(text).toBe('(r."odd""name" = $2::text::text)');
  expect(values).toEqual(["'; drop table x; --"]);
});
