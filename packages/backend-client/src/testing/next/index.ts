export {
  createNextTest,
  type NextActionOptions,
  type NextPageOptions,
  type NextRouteOptions,
  type NextTestOptions,
  type NextVisitor,
} from "./next-test.js";
export type { NextOutcome, NextTestCookie, NextTestResponse } from "./outcome.js";
