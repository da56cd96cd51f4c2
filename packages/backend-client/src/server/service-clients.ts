import type { ServiceOptions } from "../config/authorized-fetch.js";
import type { Backend } from "../config/define-backend.js";
import { createDataClient, type DataClient } from "../data/data-client.js";
import { createFunctionsClient, type FunctionsClient } from "../functions/functions-client.js";
import { createStorageClient, type StorageClient } from "../storage/storage-client.js";

/** The data clients of one caller. */
export interface ServiceClients<Database> {
  /** PostgREST's typed query builder. */
  readonly db: DataClient<Database>;
  /** Files, by bucket. */
  readonly storage: StorageClient;
  /** Edge functions. */
  readonly functions: FunctionsClient;
}

/** Without `getAccessToken`, the caller is an anonymous visitor. */
export function createServiceClients<Database>(
  { url, anonKey, runtime }: Backend<Database>,
  { getAccessToken, signal }: Pick<ServiceOptions, "getAccessToken" | "signal">,
): ServiceClients<Database> {
  const options: ServiceOptions = {
    url,
    anonKey,
    runtime,
    signal,
    ...(getAccessToken ? { getAccessToken } : {}),
  };
  return {
    db: createDataClient<Database>(options),
    storage: createStorageClient(options),
    functions: createFunctionsClient(options),
  };
}
