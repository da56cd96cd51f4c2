// Bundlers choose this file if no condition names a server. The imported file does not exist, so
// the build fails. Every bundler's error contains the path of the import, which names the entry.
export {
  createServiceClient,
  serviceCaller,
  // @ts-expect-error the file does not exist
} from "./@dossier/backend-client/service-is-for-servers-only";
