export { type NodeHandler, toNodeHandler } from "./handler.js";
export { type NodeScope, openNode } from "./open-node.js";
export type { NodeRequest } from "./request.js";
export type { NodeResponse } from "./response.js";
