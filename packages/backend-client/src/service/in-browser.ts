// Bundlers choose this file wherever no condition names a server. The import does not exist, so the
// build fails, and the message of every bundler contains this path, which names the entry.
export {
  createServiceClient,
  serviceCaller,
  // @ts-expect-error the file does not exist
} from "./@dossier/backend-client/service-is-for-servers-only";
