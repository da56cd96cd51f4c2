import { createHandler } from "../../handler.js";

export const runtime = "edge";

let handle;

// The build has no project variables, so the first request creates the handler.
function serve(request) {
  handle ??= createHandler(process.env);
  return handle(request);
}

export { serve as GET, serve as POST };
