import { describe, expect, test } from "vitest";
import { unfilteredStatement } from "./unfiltered.ts";

const of = (method: string, url: string, headers: Record<string, string> = {}) =>
  unfilteredStatement({ method, url, headers });

describe("unfilteredStatement", () => {
  test.each([
    "/notes",
    "/notes?",
    "/notes?select=id,title",
    "/notes?order=id&offset=0",
    "/notes?columns=n&on_conflict=id",
    "/notes?lines.t=eq.x&select=id,lines(t)",
    "/notes?lines.limit=1&lines.order=t",
    "/notes?lines.or=(t.eq.x,t.eq.y)",
    "/notes?lines.not.and=(t.eq.x,t.eq.y)",
    "/notes?limit=all",
    "/notes?id",
  ])("reports a delete or update of every row: %s", (url) => {
    expect(of("DELETE", url)).toBe("DELETE");
    expect(of("PATCH", url)).toBe("UPDATE");
  });

  test.each([
    "/notes?id=eq.1",
    "/notes?or=(id.eq.1,id.eq.2)",
    "/notes?not.and=(id.eq.1,id.eq.2)",
    "/notes?j->>a.b=eq.1",
    "/notes?%22a.b%22=eq.1",
    "/notes?limit=1&order=id",
    "/notes?offset=5&order=id",
    "/notes?id=",
    "/notes?apikey=eq.x",
  ])("does not report a request with a filter, a limit or an offset: %s", (url) => {
    expect(of("DELETE", url)).toBeUndefined();
    expect(of("PATCH", url)).toBeUndefined();
  });
});

test.each(["GET", "POST", "PUT", "HEAD", "OPTIONS"])(
  "finds no unfiltered delete or update in a %s request",
  (method) => {
    expect(of(method, "/notes")).toBeUndefined();
  },
);

test.each(["/", "/rpc/wipe", "/notes/", "//notes", "/a/b"])(
  "finds no unfiltered delete in a DELETE request to %s, which is not the path of a table",
  (url) => {
    expect(of("DELETE", url)).toBeUndefined();
  },
);

test("finds no unfiltered update if the body sets no columns, because PostgREST then changes nothing", () => {
  const headers = { "content-type": "application/json", "content-length": "2" };
  expect(of("PATCH", "/notes", headers)).toBeUndefined();
  expect(of("PATCH", "/notes", { "content-length": "0" })).toBeUndefined();
  expect(of("PATCH", "/notes?columns=n", headers)).toBe("UPDATE");
  expect(of("PATCH", "/notes", { ...headers, "content-length": "7" })).toBe("UPDATE");
  expect(of("PATCH", "/notes", { ...headers, "content-type": "text/csv" })).toBe("UPDATE");
  expect(of("DELETE", "/notes", headers)).toBe("DELETE");
});
