import { isDraftKey } from "@/lib/drafts/draft-storage";
import { isOwnerEmailKey } from "@/lib/drafts/owner-email";
import { isIntentKey } from "@/lib/drafts/submit-intents";
import { randomId } from "@/lib/ids/random-id";
import { forgetRecent } from "@/lib/recent/recent-records";

/**
 * In local storage, the value of this key is the id of the last sign-out in any tab. In session
 * storage, it is the id of the last sign-out that this tab has handled.
 */
const LAST_SIGN_OUT = "drafts-forgotten";

type Storages = {
  local: Storage;
  session: Storage;
};

const ownStorages = (): Storages => ({ local: localStorage, session: sessionStorage });

export function purgeTab(session: Storage): void {
  for (const key of Object.keys(session)) {
    if (isDraftKey(key) || isIntentKey(key) || isOwnerEmailKey(key)) session.removeItem(key);
  }
}

/**
 * Deletes the recently opened records and this tab's drafts, waiting submissions and stored email
 * addresses, and makes every other tab delete its own. Call this function when the user signs out.
 */
export function purgeEveryTab(storages: Storages = ownStorages()): void {
  forgetRecent(storages.local);
  storages.local.setItem(LAST_SIGN_OUT, randomId());
  applySignOutPurge(storages);
}

/**
 * Deletes this tab's drafts, waiting submissions and stored email addresses if the user has signed
 * out in any tab. Call this function on every `storage` event, and before reading a draft, because
 * a suspended tab receives no events.
 */
export function applySignOutPurge({ local, session }: Storages = ownStorages()): void {
  const last = local.getItem(LAST_SIGN_OUT);
  if (last === null || session.getItem(LAST_SIGN_OUT) === last) return;
  purgeTab(session);
  session.setItem(LAST_SIGN_OUT, last);
}
