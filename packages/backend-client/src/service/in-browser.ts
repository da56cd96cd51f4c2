// Bundlers choose this file wherever no condition names a server. The import does not exist, so the
// build fails and its message names the entry.
export {
  createServiceClient,
  serviceCaller,
} from "@dossier/backend-client/service-is-for-servers-only";
