import { expectTypeOf, it } from "vitest";
import { type BackendError, type Result, unwrap } from "./backend-error.js";
import type { ErrorCodes } from "./codes.js";

it("a switch over kind narrows the code and is exhaustive", () => {
  const describe = (error: BackendError): string => {
    switch (error.kind) {
      case "auth":
        expectTypeOf(error.code).toEqualTypeOf<ErrorCodes["auth"]>();
        return error.code;
      case "network":
        expectTypeOf(error.code).toEqualTypeOf<ErrorCodes["network"]>();
        return error.code;
      case "database":
      case "storage":
      case "functions":
      case "realtime":
        return error.code;
      default:
        return error satisfies never;
    }
  };
  expectTypeOf(describe).returns.toBeString();
});

it("unwrap answers what the call answers when it succeeds", () => {
  const result = {} as Result<{ id: string }>;
  expectTypeOf(unwrap(result)).toEqualTypeOf<{ id: string }>();
  const maybe = {} as { data: string | null; error: null } | { data: null; error: BackendError };
  expectTypeOf(unwrap(maybe)).toEqualTypeOf<string | null>();
});
