import { createEventLog } from "../../src/browser/event-log.js";
import { createSessionClient } from "../../src/browser/session-client.js";
import { sessionHandler } from "../../src/browser/session-http.js";
import type { PublicSession } from "../../src/session/session.js";
import { createVirtualClock } from "../../src/testing/virtual-clock.js";
import { createFakePage, type FakePage } from "./fake-page.js";
import { createFakeSessionServer } from "./fake-session-server.js";

export function createClient({ environment }: FakePage, initialSession?: PublicSession) {
  const handler = sessionHandler({}, environment);
  const eventLog = createEventLog(environment, "session");
  return createSessionClient({ handler, environment, eventLog, initialSession });
}

export function createTab(user: string | null = "ana", initial?: PublicSession) {
  const clock = createVirtualClock();
  const server = createFakeSessionServer(clock);
  if (user) server.signIn(user);
  const page = createFakePage(server.fetch, undefined, clock);
  const initialSession = initial ?? server.rendered();
  const session = createClient(page, initialSession);
  const events: string[] = [];
  session.subscribe((event, { status }, source) => events.push(`${event} ${status} ${source}`));
  return { clock, server, page, session, events };
}
