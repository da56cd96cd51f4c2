// Bundlers choose this file if no condition in `exports` matches a server runtime. The import below
// makes the build fail: its path does not exist, and the error shows that path, which names the
// entry.
export {
  createServiceClient,
  serviceCaller,
  // @ts-expect-error the file does not exist
} from "./@dossier/backend-client/service-is-for-servers-only";
