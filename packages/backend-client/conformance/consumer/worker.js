import { createHandler } from "./handler.js";

let handle;

export default {
  fetch(request, variables) {
    handle ??= createHandler(variables);
    return handle(request);
  },
};
