// The missing module that `in-browser.ts` imports.
declare module "@dossier/backend-client/service-is-for-servers-only" {
  export const createServiceClient: never;
  export const serviceCaller: never;
}
