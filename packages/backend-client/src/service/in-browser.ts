// Bundlers choose this file if no condition names a server. The build fails with an error that
// contains the path of the missing import, which names the entry.
export {
  createServiceClient,
  serviceCaller,
  // @ts-expect-error the file does not exist
} from "./@dossier/backend-client/service-is-for-servers-only";
