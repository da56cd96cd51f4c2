import { isIP } from "node:net";
import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";

const UNKNOWN_ADDRESS = "0.0.0.0";

/**
 * The client that sent a request. Sessions store the client's IP address and user agent, and the
 * audit log stores the IP address.
 */
export interface Caller {
  address: string;
  userAgent: string | null;
}

export function describeCaller(c: Context<ServiceEnv>): Caller {
  const address = c.get("clientAddress");
  return {
    // If the socket has no address, `clientAddress` is the gateway's own host, which may be a name
    // such as `localhost`.
    address: isIP(address) === 0 ? UNKNOWN_ADDRESS : address,
    userAgent: c.req.header("user-agent") ?? null,
  };
}
