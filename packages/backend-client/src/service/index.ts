export type {
  AdminCustomProviders,
  AdminFlows,
  AdminMfa,
  AdminOAuthClients,
  AdminPasskeys,
} from "./admin-types.js";
export { serviceCaller } from "./service-caller.js";
export {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "./service-client.js";
