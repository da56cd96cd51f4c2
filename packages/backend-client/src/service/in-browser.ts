// Bundlers choose this file if no condition in `exports` matches a server runtime. The file that it
// imports does not exist, so the build fails with an error that shows the import's path.
export {
  createServiceClient,
  serviceCaller,
  // @ts-expect-error the file does not exist
} from "./@dossier/backend-client/service-is-for-servers-only";
