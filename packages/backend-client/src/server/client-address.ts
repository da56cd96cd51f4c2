import { type IpAddress, parseAddress } from "./ip-address.js";

type RequestHeaders = Pick<Headers, "get">;

/**
 * The source of the visitor's address. Choose a source that the visitor cannot write.
 * - `"auto"`: the socket's address if it is public, otherwise the last entry of `X-Forwarded-For`
 * - `"socket"`: the socket's address, for a server without a proxy
 * - `{ hops: n }`: the nth entry from the end of `X-Forwarded-For`, for a server behind n of your
 *   own proxies
 * - `{ header: name }`: a header that your own proxy overwrites, such as `cf-connecting-ip`
 * - a function of the request's headers and of the socket's address
 */
export type ClientAddressOption =
  | "auto"
  | "socket"
  | {
      /** Count of your own proxies that add an entry to `X-Forwarded-For`, 1 to 20. */
      hops: number;
    }
  | {
      /** Name of the header, in upper or lower case. */
      header: string;
    }
  | ((headers: RequestHeaders, socketAddress: string | undefined) => string | null);

export type ClientAddress =
  | { status: "known"; address: IpAddress }
  | { status: "unknown" }
  | { status: "bypassed" };

const UNKNOWN: ClientAddress = { status: "unknown" };

function forwardedEntry(headers: RequestHeaders, hops: number): string | null {
  const text = headers.get("x-forwarded-for") ?? "";
  let end = text.length;
  for (let hop = 1; end > 0; hop++) {
    const start = text.lastIndexOf(",", end - 1);
    if (hop === hops) return text.slice(start + 1, end);
    end = start;
  }
  return null;
}

/**
 * A private address usually belongs to a proxy, so a limit on it would block all visitors together.
 */
function publicAddress(text: string | null | undefined): ClientAddress {
  const address = text ? parseAddress(text) : null;
  return address && !address.isPrivate ? { status: "known", address } : UNKNOWN;
}

export function findClientAddress(
  option: ClientAddressOption,
  headers: RequestHeaders | undefined,
  socketAddress: string | undefined,
): ClientAddress {
  if (option === "socket") return publicAddress(socketAddress);
  if (option === "auto") {
    const direct = publicAddress(socketAddress);
    if (direct.status === "known" || !headers) return direct;
    return publicAddress(forwardedEntry(headers, 1));
  }
  if (!headers) return UNKNOWN;
  if (typeof option === "function") {
    // On an intranet, visitors have private addresses, so accept a private address from the app's
    // function.
    const text = option(headers, socketAddress);
    const address = text ? parseAddress(text) : null;
    return address ? { status: "known", address } : UNKNOWN;
  }
  if ("header" in option) return publicAddress(headers.get(option.header));
  const entry = forwardedEntry(headers, option.hops);
  return entry === null ? { status: "bypassed" } : publicAddress(entry);
}

/**
 * Returns a visitor's network for your own limits: the IPv4 address, or the /64 of an IPv6 address.
 * @param clientAddress the same option as that of the session server; default `"auto"`
 * @returns the network, or null if the headers do not contain the address. A private address counts
 * only if `clientAddress` is a function
 */
export function clientNetwork(
  headers: RequestHeaders,
  clientAddress: ClientAddressOption = "auto",
): string | null {
  const found = findClientAddress(clientAddress, headers, undefined);
  return found.status === "known" ? found.address.network : null;
}
