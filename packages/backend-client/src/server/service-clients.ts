import type { ServiceOptions } from "../config/authorized-fetch.js";
import type { Backend } from "../config/define-backend.js";
import { loadOnce } from "../config/load-once.js";
import type { DataClient } from "../data/data-client.js";
import { lazyData } from "../data/lazy-data.js";
import { createFunctionsClient, type FunctionsClient } from "../functions/functions-client.js";
import { createStorageClient, type StorageClient } from "../storage/storage-client.js";

/** Clients for data, files and functions that act as one caller. */
export interface ServiceClients<Database> {
  /** PostgREST's typed query builder. */
  readonly db: DataClient<Database>;
  /** Files in the project's buckets. */
  readonly storage: StorageClient;
  /** Edge functions. */
  readonly functions: FunctionsClient;
}

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
  const loadData = loadOnce(async () => {
    const { createDataClient } = await import("../data/data-client.js");
    return createDataClient<Database>(options);
  });
  return {
    db: lazyData(loadData),
    storage: createStorageClient(options),
    functions: createFunctionsClient(options),
  };
}
