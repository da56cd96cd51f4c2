import type { Backend } from "../../config/define-backend.js";
import type { InnerScope } from "../inner-scope.js";
import type { ServerSettings } from "../options.js";

export interface HandlerContext {
  request: Request;
  scope: InnerScope;
  backend: Backend;
  settings: ServerSettings;
}
