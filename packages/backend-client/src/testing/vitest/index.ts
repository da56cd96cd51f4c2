export { type NextTestingContext, type NextTestingPlugin, nextTesting } from "./next-testing.js";
