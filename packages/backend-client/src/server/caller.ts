import { UNKNOWN_CLIENTS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import { type ClientLimit, clientKey, countCall } from "../session/client-limit.js";
import { projectState } from "../session/project-state.js";
import { parseAddress } from "./client-address.js";
import type { ServerSettings } from "./options.js";

type RequestHeaders = Pick<Headers, "get">;

/** What stands for everyone whose address is not known; no address looks like it. */
const UNKNOWN = "unknown";

function together({ burst, perMinute }: ClientLimit): ClientLimit {
  return { burst: burst * UNKNOWN_CLIENTS, perMinute: perMinute * UNKNOWN_CLIENTS };
}

/** Who makes a request, as far as the auth service and its limits are concerned. */
export class Caller {
  readonly #backend: Pick<Backend, "url" | "runtime">;
  readonly #settings: ServerSettings;
  readonly #headers: RequestHeaders | undefined;
  #refusal: BackendError | null = null;

  constructor(
    backend: Pick<Backend, "url" | "runtime">,
    settings: ServerSettings,
    headers: RequestHeaders | undefined,
  ) {
    this.#backend = backend;
    this.#settings = settings;
    this.#headers = headers;
  }

  /** Why a call of this request was held back; null when none was. */
  get refusal(): BackendError | null {
    return this.#refusal;
  }

  /** Headers that tell the auth service who asks; none without a forwarding key. */
  get forwarded(): Record<string, string> {
    const { forwardingKey } = this.#settings;
    const address = forwardingKey === undefined ? null : this.#address;
    if (forwardingKey === undefined || address === null) return {};
    // The service believes the address because of the key.
    return { apikey: forwardingKey, "sb-forwarded-for": address };
  }

  /**
   * Counts a call to the auth service for the visitor's address. Without one it counts for the
   * session, and unless that is verified for all such visitors together: a session can be made up.
   * @returns why it must not be made, or null
   */
  admit(
    operation: string,
    { session, isVerified = false }: { session?: string | undefined; isVerified?: boolean } = {},
  ): BackendError | null {
    const { clientLimit } = this.#settings;
    if (clientLimit === false) return null;
    const address = this.#address;
    let refusal: BackendError | null = null;
    if (address !== null) refusal = this.#count(operation, clientKey(address), clientLimit);
    else {
      if (session !== undefined) refusal = this.#count(operation, session, clientLimit);
      if (!isVerified) refusal ??= this.#count(operation, UNKNOWN, together(clientLimit));
    }
    this.#refusal ??= refusal;
    return refusal;
  }

  #count(operation: string, client: string, limit: ClientLimit): BackendError | null {
    const { runtime, url } = this.#backend;
    const { clients } = projectState(url);
    return countCall(clients, { client, limit, nowMs: runtime.now(), operation });
  }

  get #address(): string | null {
    const address = this.#headers && this.#settings.clientAddress(this.#headers);
    return address ? parseAddress(address) : null;
  }
}
