import authSql from "../auth/schema.sql";
import functionsSql from "../functions/schema.sql";
import realtimeSql from "../realtime/schema.sql";
import storageSql from "../storage/schema.sql";
import storageSearchSql from "../storage/search.sql";

/** A schema may use only objects of earlier schemas in this list. */
export const serviceSchemas: readonly string[] = [
  authSql,
  storageSql,
  storageSearchSql,
  realtimeSql,
  functionsSql,
];
