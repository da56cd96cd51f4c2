import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { RestService } from "../rest/service.ts";

export async function rotateSigningKey(
  ring: KeyRing,
  rest: RestService,
  database: Database,
): Promise<{ kid: string }> {
  const key = await ring.addSigningKey();
  rest.publishKeys();
  await database.query("notify pgrst, 'reload config'");
  while (!(await rest.accepts(key.probe))) await delay(10);
  key.activate();
  return { kid: key.kid };
}
