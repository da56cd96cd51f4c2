import { expectTypeOf, it } from "vitest";
import { type BackendError, BackendErrorOf, type Result, unwrap } from "./backend-error.js";
import type { ErrorCodes } from "./codes.js";

it("an exhaustive switch over `kind` narrows `code`", () => {
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

it("an exhaustive switch over the codes of a kind compiles", () => {
  const say = (error: BackendErrorOf<"functions">): string => {
    switch (error.code) {
      case "BOOT_ERROR":
      case "WORKER_ERROR":
      case "WORKER_LIMIT":
      case "NOT_FOUND":
        return "the platform";
      case "http_error":
      case "relay_error":
      case "invalid_response":
      case "unknown":
        return "the function";
      case "invalid_path":
        return "the caller";
      default:
        return error.code satisfies never;
    }
  };
  const incomplete = (code: ErrorCodes["network"]): string => {
    if (code === "timeout") return code;
    // @ts-expect-error: the function does not handle the other codes
    return code satisfies never;
  };
  expectTypeOf(say).returns.toBeString();
  expectTypeOf(incomplete).returns.toBeString();
});

it("a code of another kind does not compile", () => {
  // @ts-expect-error: refresh_due is a code of auth
  new BackendErrorOf({ kind: "network", code: "refresh_due", message: "" });
});

it("the result of unwrap has the type of a successful call's data", () => {
  const result = {} as Result<{ id: string }>;
  expectTypeOf(unwrap(result)).toEqualTypeOf<{ id: string }>();
  const maybe = {} as { data: string | null; error: null } | { data: null; error: BackendError };
  expectTypeOf(unwrap(maybe)).toEqualTypeOf<string | null>();
});
