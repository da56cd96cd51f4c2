import type { Backend } from "../../config/define-backend.js";
import type { ServerSettings } from "../options.js";
import type { InnerScope } from "../scope.js";

export interface HandlerContext {
  request: Request;
  scope: InnerScope;
  backend: Backend;
  settings: ServerSettings;
}
