import { createHandler } from "../../handler.js";

export const runtime = "edge";

let handle;

// Create the handler on the first request, because the build has no variables.
function serve(request) {
  handle ??= createHandler(process.env);
  return handle(request);
}

export { serve as GET, serve as POST };
