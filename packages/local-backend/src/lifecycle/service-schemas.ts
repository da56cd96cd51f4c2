import authSql from "../auth/schema.sql";
import functionsSql from "../functions/schema.sql";
import realtimeSql from "../realtime/schema.sql";
import storageSql from "../storage/schema.sql";

/** SQL schemas of the services, in the order in which they may refer to each other. */
export const serviceSchemas: readonly string[] = [authSql, storageSql, realtimeSql, functionsSql];
